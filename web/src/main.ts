/** Starts the client. */

import { mount } from "svelte";
import App from "./App.svelte";
import { loadShell } from "./lib/language.svelte";
import { workOffline } from "./lib/offline";
import "./tokens.css";
import "./look.css";

await loadShell();
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) void workOffline();
