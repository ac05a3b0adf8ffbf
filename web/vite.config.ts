import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";
import { rulebooks } from "./rules.ts";
import { serviceWorker } from "./worker.ts";

const server = loadEnv("", ".", "QUARTETT")["QUARTETT_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [rulebooks(), svelte(), serviceWorker()],
  worker: { format: "es" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } }, fs: { allow: [".."] } },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
