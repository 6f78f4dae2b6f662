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

test("somebody new has no name yet, and is asked for once", async () => {
  await Promise.all([api.me(), api.me()]);
  expect(asked).toEqual([["/api/me", {}]]);
});

test("who can't be asked for is asked for again", async () => {
  answers["/api/me"] = [500, {}];
  await expect(api.me()).rejects.toBeInstanceOf(api.Refusal);
  answers["/api/me"] = [200, ada];
  expect(await api.me()).toEqual(ada);
});

test("a name that is refused leaves me who I was, one that is taken does not", async () => {
  answers["/api/me/name"] = [400, { error: "request can't be understood" }];
  await expect(api.rename("")).rejects.toMatchObject({ status: 400 });
  expect((await api.me()).name).toBe("Guest");
  answers["/api/me/name"] = [200, ada];
  expect(await api.rename("Ada")).toEqual(ada);
  expect(await api.me()).toEqual(ada);
});

test("a key that nobody is known by leaves me who I was, another makes me its owner", async () => {
  answers["/api/me/redeem"] = [404, { error: "nobody is known by that key" }];
  await expect(api.redeem("wrong")).rejects.toMatchObject({ status: 404 });
  expect((await api.me()).name).toBe("Guest");
  answers["/api/me/redeem"] = [200, ada];
  await api.redeem("right");
  expect(await api.me()).toEqual(ada);
});
