// What components need of the reader's language.
export {
  t,
  n,
  has,
  currentLanguage,
  setLanguage,
  loadMessages,
  readMessagesFrom,
  LANGUAGES,
  type Language,
} from "./language.svelte";
export type { Values } from "./format";
