// The lesson: real positions, made by `python tools/lessons/cubus.py`.
import type { LessonStep } from "../../../lib/board/contract";
import steps from "./lesson.json";

export const lesson = steps as unknown as LessonStep[];
