import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ApiMessage, apiMessages, isApiMessage } from "~/services/api-messages";
import { ApiError } from "~/services/regional-api.server";
import { root } from "../../../scripts/lib/setup.mjs";

const textBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

const messages = Object.keys(apiMessages) as ApiMessage[];

/** Messages only other regional APIs use: ours does not reveal which emails have an account (AUTH-35). */
const saidElsewhere: readonly ApiMessage[] = ["mfaUserNotFound"];

test("every message the console recognises is one of the regional API's, proven by a contract test", () => {
  const api = textBelow("regional-api");
  const tests = textBelow("tests/contract");
  expect(messages.filter((name) => !api.includes(apiMessages[name]))).toEqual(saidElsewhere);
  expect(messages.filter((name) => !tests.includes(apiMessages[name]))).toEqual(saidElsewhere);
});

test("a message is recognised by its fixed part, and none is mistaken for another", () => {
  const error = (message: string) => new ApiError("CONFLICT", message, "eu-west-1", "Any");
  for (const name of messages) {
    const text = error(`${apiMessages[name]}:3`);
    expect(messages.filter((other) => isApiMessage(text, other))).toEqual([name]);
  }
  expect(isApiMessage(new Error(apiMessages.userLocked), "userLocked")).toBe(false);
  expect(isApiMessage("ERROR_CUSTOM_USER_LOCKED", "userLocked")).toBe(false);
});

test("no screen or model compares an error's text directly", () => {
  const compared = /\bmessage(?:\s*[!=]==\s*"|\.(?:includes|startsWith|match)\()/;
  for (const folder of ["app/models", "app/routes", "app/services"])
    expect(textBelow(folder)).not.toMatch(compared);
});
