// The lesson's positions are real ones, played out with the library by `python -m tools.page.calavera`.
import type { LessonStep } from "../../../lib/board/contract";
import steps from "./lesson.json";

export const lesson = steps as unknown as LessonStep[];
