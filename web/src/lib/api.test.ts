import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ada = { id: "p1", name: "Ada" };
let asked: [path: string, body: unknown][];
let answers: Record<string, [status: number, body: object]>;
let api: typeof import("./api");

beforeEach(async () => {
  asked = [];
  answers = { "/api/me": [201, { id: "p1", name: "Guest" }] };
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push([path, JSON.parse(body)]);
    const [status, answer] = answers[path];
    return new Response(JSON.stringify(answer), { status });
  });
  vi.resetModules();
  api = await import("./api");
});

afterEach(() => vi.unstubAllGlobals());

test("a new person has no name yet and is requested once", async () => {
  await Promise.all([api.me(), api.me()]);
  expect(asked).toEqual([["/api/me", {}]]);
});

test("a failed request for the person is repeated", async () => {
  answers["/api/me"] = [500, {}];
  await expect(api.me()).rejects.toBeInstanceOf(api.RequestError);
  answers["/api/me"] = [200, ada];
  expect(await api.me()).toEqual(ada);
});

test("a refused name changes nothing, an accepted one does", async () => {
  answers["/api/me/name"] = [400, { error: "request can't be understood" }];
  await expect(api.rename("")).rejects.toMatchObject({ status: 400 });
  expect((await api.me()).name).toBe("Guest");
  answers["/api/me/name"] = [200, ada];
  expect(await api.rename("Ada")).toEqual(ada);
  expect(await api.me()).toEqual(ada);
});

test("an unknown key changes nothing, a valid one switches to its owner", async () => {
  answers["/api/me/redeem"] = [404, { error: "nobody is known by that key" }];
  await expect(api.redeem("wrong")).rejects.toMatchObject({ status: 404 });
  expect((await api.me()).name).toBe("Guest");
  answers["/api/me/redeem"] = [200, ada];
  await api.redeem("right");
  expect(await api.me()).toEqual(ada);
});
