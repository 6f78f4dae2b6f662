import { createRawSnippet } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { loadShell } from "$lib/language.svelte";
import { clear, click, draw, one, texts } from "$lib/page.fake";
import Dialog from "./Dialog.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>Really?</p>" }));
const dialog = (): HTMLDialogElement => one<HTMLDialogElement>("dialog");

function cancel(): Event {
  const event = new Event("cancel", { cancelable: true });
  dialog().dispatchEvent(event);
  return event;
}

beforeEach(loadShell);

test("it covers the page, and is named by its title", () => {
  const opened = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  draw(Dialog, { title: "Leave", children });
  expect(opened).toHaveBeenCalledOnce();
  expect(document.getElementById(dialog().getAttribute("aria-labelledby") ?? "")?.textContent).toBe("Leave");
  expect(texts("p")).toEqual(["Really?"]);
});

test("its button, Escape and a tap beside it close it, a tap on its content does not", () => {
  const close = vi.fn();
  draw(Dialog, { title: "Leave", children, close });
  click("p");
  expect(close).not.toHaveBeenCalled();
  click("button[aria-label=Close]");
  click("dialog");
  cancel();
  expect(close).toHaveBeenCalledTimes(3);
});

test("only its owner takes it away", async () => {
  const closed = vi.spyOn(HTMLDialogElement.prototype, "close");
  draw(Dialog, { title: "Leave", children, close: () => undefined });
  expect(cancel().defaultPrevented).toBe(true);
  expect([dialog().open, closed.mock.calls.length]).toEqual([true, 0]);
  await clear();
  // Not only removed: closing gives the focus back.
  expect(closed).toHaveBeenCalledOnce();
});

test("one that must be answered has no way around it", () => {
  draw(Dialog, { title: "Choose", children });
  click("dialog");
  expect(cancel().defaultPrevented).toBe(true);
  expect(dialog().open).toBe(true);
  expect(document.querySelector("button")).toBeNull();
});
