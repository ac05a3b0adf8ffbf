// Boards shown with positions from files, for those who draw them; not part of the built page.
// `npm run dev`, then /gallery.html#/<game>/<position>?theme=dark&language=de
import { mount } from "svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app")! });
