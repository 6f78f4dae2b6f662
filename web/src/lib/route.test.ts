import { expect, test } from "vitest";
import { read } from "./route";

const at = (path: string) => read(new URL(path, "https://atoll.example"));

test.each([
  ["/", "home", ""],
  ["/new/reef", "new", "reef"],
  ["/t/9jvhpumurbda", "table", "9jvhpumurbda"],
  ["/r/9jvhpumurbda/", "replay", "9jvhpumurbda"],
  ["/rules/reef", "rules", "reef"],
  ["/gallery/reef", "gallery", "reef"],
  ["/achievements/reef", "achievements", "reef"],
  ["/settings", "settings", ""],
])("%s leads to %s", (path, screen, id) => {
  expect(at(path)).toMatchObject({ screen, id });
});

test.each(["/t", "/new", "/achievements", "/settings/more", "/t/a/b", "/elsewhere", "/elsewhere/reef", "/constructor/x", "/t/%E0%A4%A"])(
  "%s leads nowhere",
  (path) => {
    expect(at(path).screen).toBe("lost");
  },
);

test("query and hash come along, decoded", () => {
  const route = at("/r/abc?at=12#R8%20a");
  expect(route.query.get("at")).toBe("12");
  expect(route.hash).toBe("R8 a");
});

test("a malformed hash is left as it is", () => {
  expect(at("/rules/reef#%E0%A4%A").hash).toBe("%E0%A4%A");
});
