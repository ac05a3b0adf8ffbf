import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { prepareOffline } from "./lib/device/offline.svelte";
import { watchParts } from "./lib/device/renewal";

watchParts();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch(() => {}); // the page works without it
}
if (import.meta.env.PROD) void prepareOffline();
