import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served by `tablero serve`; in development the API is asked there.
export default defineConfig({
  plugins: [svelte()],
  base: "./", // a copy of the page may lie anywhere
  build: { outDir: "../src/tablero/web/page", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["src/**/*.test.ts"] },
});
