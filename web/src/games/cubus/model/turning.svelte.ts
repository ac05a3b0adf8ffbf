// The model in one's hands: turned and tilted, smoothly where motion is wanted.
import { Tween } from "svelte/motion";
import { lasting } from "../../../lib/device/settings.svelte";
import { TILT, type Camera, type Spot } from "./geometry";

const LOWEST = 0.12;
const HIGHEST = 1.35;
const WHOLE = 2 * Math.PI;

export class Turning {
  private turn = new Tween(0, { duration: 0 });
  private tilt = new Tween(TILT, { duration: 0 });

  /** Whether one looks from anywhere but the front. */
  get away(): boolean {
    return Math.abs(Math.sin(this.turn.current / 2)) > 0.01 || Math.abs(this.tilt.current - TILT) > 0.01;
  }

  camera(centre: Spot): Camera {
    return { turn: this.turn.current, tilt: this.tilt.current, centre };
  }

  /** Radians sideways and up. */
  by(sideways: number, up: number, smoothly = false): void {
    const duration = smoothly ? lasting(260) : 0;
    void this.turn.set(this.turn.target + sideways, { duration });
    void this.tilt.set(Math.min(HIGHEST, Math.max(LOWEST, this.tilt.target + up)), { duration });
  }

  /** Back to the front, the short way. */
  front(): Promise<void> {
    const rest = ((this.turn.current + Math.PI) % WHOLE + WHOLE) % WHOLE - Math.PI;
    void this.turn.set(rest, { duration: 0 });
    void this.turn.set(0, { duration: lasting(380) });
    return this.tilt.set(TILT, { duration: lasting(380) });
  }
}
