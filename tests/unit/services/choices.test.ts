import { describe, expect, test } from "vitest";
import { choicesCookie, readChoices, readRecent, recentCookie } from "~/services/choices.server";

const [ada, bob] = ["6512bd43d9caa6e02c990b0a", "c20ad4d76fe97759aa27a0c9"];
const id = (n: number) => n.toString(16).padStart(24, "0");

const requestWith = (...setCookies: (string | null)[]) =>
  new Request("https://console.example/", {
    headers: { cookie: setCookies.map((text) => text?.split(";")[0] ?? "").join("; ") },
  });

describe("SHELL-09 a person's choices in the layout", () => {
  const chosen = {
    pinned: [id(1), id(2)],
    hiddenSetups: [id(3)],
    areKeysOn: false,
    firstScreen: "vacancies",
  };

  test("are restored for the same person, and not for others in the same browser", () => {
    const request = requestWith(choicesCookie(ada, chosen));
    expect(readChoices(request, ada)).toEqual(chosen);
    expect(readChoices(request, bob)).toEqual({
      pinned: [],
      hiddenSetups: [],
      areKeysOn: true,
      firstScreen: null,
    });
  });

  test("are bounded: the oldest ids are dropped, and the cookie stays small", () => {
    const many = Array.from({ length: 500 }, (_, at) => id(at));
    const cookie = choicesCookie(ada, {
      pinned: many,
      hiddenSetups: many,
      areKeysOn: true,
      firstScreen: null,
    });
    expect(cookie.length).toBeLessThan(1200);
    expect(readChoices(requestWith(cookie), ada).pinned).toEqual(many.slice(-12));
  });

  test.each(["", "{", "%7B%7D", '{"u":1}', JSON.stringify({ u: ada.slice(-8), p: "<b>.a b", h: 7 })])(
    "reads as nothing chosen when damaged: %s",
    (text) => {
      const request = new Request("https://console.example/", {
        headers: { cookie: `edge-choices=${encodeURIComponent(text)}` },
      });
      expect(readChoices(request, ada)).toEqual({
        pinned: [],
        hiddenSetups: [],
        areKeysOn: true,
        firstScreen: null,
      });
    },
  );
});

test("SHELL-10 remembers the last five customers, latest first; opening the same one again sets no cookie", () => {
  let cookie: string | null = null;
  for (let n = 1; n <= 7; n += 1) cookie = recentCookie(requestWith(cookie), ada, id(n));
  const request = requestWith(cookie);
  expect(readRecent(request, ada)).toEqual([7, 6, 5, 4, 3].map(id));
  expect(readRecent(request, bob)).toEqual([]);
  expect(recentCookie(request, ada, id(7))).toBeNull();
  expect(readRecent(requestWith(recentCookie(request, ada, id(4))), ada)).toEqual([4, 7, 6, 5, 3].map(id));
});
