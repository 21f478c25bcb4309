import { describe, expect, test } from "vitest";
import { defaultTheme } from "~/models/settings/branding-theme";
import { getBranding } from "~/models/settings/branding.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { ApiError } from "~/services/regional-api.server";

/** An API whose reads all fail with this. */
const apiOf = (query: () => Promise<unknown>) => ({ query }) as unknown as CustomerApi;
const failing = (message: string) =>
  apiOf(() => Promise.reject(new ApiError("NOT_FOUND", message, "ap-southeast-2", "Branding")));

describe("a customer's branding", () => {
  test("BRAND-03 only the API's specific message counts as absent", async () => {
    expect(await getBranding(failing("Branding is not found"))).toBeNull();
    await expect(getBranding(failing("Not found"))).rejects.toThrow("Not found");
  });

  test("BRAND-05 BRAND-06 unsaved parts and link colours are the defaults", async () => {
    const value = { backgroundColor: "#123456", fontColor: "#000000", linkColor: null };
    const theme = [
      { name: "hint", type: "object", value },
      { name: "header", type: "object", value: { ...value, linkColor: "#ffffff" } },
    ];
    const FIGetBranding = {
      _id: "x",
      title: null,
      logoUrl: null,
      theme,
      version: 3,
    };
    expect(await getBranding(apiOf(() => Promise.resolve({ FIGetBranding })))).toEqual({
      title: "",
      logoUrl: "",
      version: 3,
      theme: {
        ...defaultTheme,
        hint: { backgroundColor: "#123456", fontColor: "#000000", linkColor: "#0000EE" },
        header: { backgroundColor: "#123456", fontColor: "#000000" },
      },
    });
  });
});
