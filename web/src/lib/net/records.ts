// Records as files: out of this device, and into it.
import { api } from "./api";
import { isHere } from "./hosts";

/** A click on the link to a record: where no server has it, this device writes the file. */
export async function saveRecord(event: MouseEvent, table: string): Promise<void> {
  if (!isHere(table)) return;
  event.preventDefault();
  const { download } = event.currentTarget as HTMLAnchorElement;
  save(download, new Blob([await api.record(table)], { type: "application/jsonl" }));
}

export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
