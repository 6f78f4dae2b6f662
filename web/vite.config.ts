/// <reference types="vitest/config" />
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A game's board lies in the game's own folder; what it imports by name is found from here. */
function boards(): Plugin {
  return {
    name: "boards",
    enforce: "pre",
    resolveId(id, importer) {
      const bare = !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0") && !id.startsWith("$");
      if (!bare || !importer || !importer.includes("/atoll/games/")) return null;
      return this.resolve(id, here("src/main.ts"), { skipSelf: true });
    },
  };
}

/** All art is in one sprite, which stands in the page itself. */
function sprite(): Plugin {
  return {
    name: "sprite",
    transformIndexHtml: (html) => html.replace("<!--sprite-->", readFileSync(here("src/kit/symbols.svg"), "utf8")),
  };
}

export default defineConfig({
  plugins: [boards(), sprite(), svelte()],
  resolve: { alias: { $lib: here("src/lib"), $kit: here("src/kit"), $games: here("../src/atoll/games") } },
  build: { outDir: "../src/atoll/server/static", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  test: {
    projects: [
      { extends: true, test: { name: "logic", include: ["src/**/*.test.ts", "../src/atoll/games/*/web/*.test.ts"], exclude: ["**/*.svelte.test.ts"] } },
      {
        extends: true,
        // Without this condition Svelte renders for a server, where nothing can be clicked.
        resolve: { conditions: ["browser", ...defaultClientConditions] },
        test: { name: "components", environment: "happy-dom", include: ["src/**/*.svelte.test.ts"] },
      },
    ],
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", changeOrigin: false },
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});
