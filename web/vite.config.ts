import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
