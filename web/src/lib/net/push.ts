// "Your turn" by web push, where the browser and the server can.
import { api } from "./api";
import { currentLanguage } from "../i18n";

export type PushState = "unsupported" | "denied" | "off" | "on";

export async function pushState(key: string): Promise<PushState> {
  if (!key || !("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

export async function pushOn(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(key) as BufferSource });
  const { endpoint, keys } = subscription.toJSON();
  await api.subscribe({ endpoint: endpoint!, keys: { p256dh: keys!["p256dh"]!, auth: keys!["auth"]! }, language: currentLanguage() });
  return "on";
}

export async function pushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await api.unsubscribe();
  return "off";
}

/** Bytes of the URL-safe alphabet that keys are written in. */
export function fromBase64(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
