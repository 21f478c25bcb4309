import { describe, expect, test } from "vitest";
import { candidates } from "~/i18n/candidates";
import { translator } from "~/i18n/texts";
import { candidateSchema } from "~/models/applications/candidate.schema";
import { editedNumber, correctionErrors } from "~/models/applications/candidate-screen.server";
import { invitation } from "~/models/applications/invitation.server";
import { invitationSchema } from "~/models/applications/invitation.schema";
import { choosePlace } from "~/models/places/place-choice.server";
import { placeValue } from "~/models/places/place-value";
import { countryOfNumber, phoneCountries, phoneCountry, phoneNumber } from "~/services/phone.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { phoneNumber as apiPhoneNumber } from "../../../regional-api/core/phone-numbers";
import { smsParts } from "../../../regional-api/areas/sms/sms-length";
import { argsOf } from "../models/answering-api";

const t = translator(candidates, "en-GB");
const messages = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

describe("the invite form", () => {
  const schema = invitationSchema(t, (text) => text === "+61412345678");
  const person = { email: " Ada@Mail.Example ", firstName: " Ada ", country: "AU" };

  test("INV-05 INV-07 INV-10 CAND-06 trims, lower-cases, and leaves out what is optional", () => {
    expect(schema.parse(person)).toEqual({
      email: "ada@mail.example",
      firstName: "Ada",
      lastName: "",
      country: "AU",
      phoneNumber: "",
    });
  });

  test.each([
    [{ email: undefined }, "Please input candidate email!"],
    [{ email: "nobody" }, "Please input candidate email!"],
    [{ email: `${"a".repeat(90)}@mail.example` }, "Please input candidate email!"],
    [{ firstName: undefined }, "Please input candidate firstname!"],
    [{ firstName: "  " }, "Please input candidate firstname!"],
    [{ firstName: "f".repeat(21) }, "Please keep the first name within 20 characters"],
    [{ lastName: "l".repeat(41) }, "Please keep the last name within 40 characters"],
    [{ phoneNumber: "123" }, "Please enter a valid phone number"],
    [{ phoneNumber: "1".repeat(31) }, "Please enter a valid phone number"],
  ])("INV-05 INV-06 INV-09 INV-10 %j: %s", (change, message) => {
    expect(messages(schema.safeParse({ ...person, ...change }))).toEqual([message]);
  });
});

describe("the edit form", () => {
  const schema = candidateSchema(t, { checkPhone: (text) => text.startsWith("+61") });
  const person = { firstName: "Ada", email: "ada@mail.example", country: "AU" };

  test.each([
    [{ firstName: undefined }, "Please enter the first name"],
    [{ firstName: "f".repeat(51) }, "Please keep the first name within 50 characters"],
    [{ firstName: "\u200b" }, "Please enter the first name"],
    [{ firstName: "A\0da" }, "Please remove the invisible characters, or type the text again"],
    [{ lastName: "l".repeat(51) }, "Please keep the last name within 50 characters"],
    [{ email: `${"e".repeat(40)}@mail.example` }, "Please keep your email within 50 characters"],
    [{ email: undefined }, "Please enter a valid email"],
    [{ email: "ada" }, "Please enter a valid email"],
    [{ phoneNumber: "+1 1" }, "Please enter a valid phone number"],
    [{ phoneNumber: "1".repeat(31) }, "Please enter a valid phone number"],
  ])("CAND-02..07 %j: %s", (change, message) => {
    expect(messages(schema.safeParse({ ...person, ...change }))).toEqual([message]);
  });

  test("CAND-04 INV-05 the stored email may be longer than allowed, a new one may not", () => {
    const stored = `${"e".repeat(86)}@mail.example`;
    const edit = candidateSchema(t, { isStored: (email) => email === stored });
    expect(edit.parse({ ...person, email: stored.toUpperCase() }).email).toBe(stored);
    expect(messages(edit.safeParse({ ...person, email: `x${stored}` }))).toEqual([
      "Please keep your email within 50 characters",
    ]);
  });

  test("CAND-02 CAND-04 CAND-07 CAND-40 stored values are kept, and new input is validated", () => {
    const stored = {
      firstName: "A\u202eda",
      lastName: "\u2066Byron\u2069",
      email: `${"e".repeat(86)}@mail.example`,
      phoneNumber: "+6141234567",
    };
    const rest = { country: "AU", location: "", chosenPlace: "", placesFor: "", scripted: "" };
    const refused = (typed: Partial<typeof stored>) =>
      correctionErrors(stored, { ...rest, ...stored, ...typed }, argsOf({}).args)?.fieldErrors;
    expect(refused({})).toBeUndefined();
    expect(refused({ firstName: "Ada", lastName: "Byron" })).toBeUndefined();
    const long = "x".repeat(51);
    expect(refused({ firstName: long, lastName: long, email: `${long}@mail.example` })).toEqual({
      firstName: ["Please keep the first name within 50 characters"],
      lastName: ["Please keep the last name within 50 characters"],
      email: ["Please keep your email within 50 characters"],
    });
    const hidden = ["Please remove the invisible characters, or type the text again"];
    expect(
      refused({
        firstName: "A\0da",
        lastName: "Byr\0n",
        email: `x${stored.email}`,
        phoneNumber: "+61412345",
      }),
    ).toEqual({
      firstName: hidden,
      lastName: hidden,
      email: ["Please keep your email within 50 characters"],
      phoneNumber: ["Please enter a valid phone number"],
    });
    expect(editedNumber(stored, { country: "GB", phoneNumber: stored.phoneNumber })).toBe(stored.phoneNumber);
    expect(editedNumber(stored, { country: "AU", phoneNumber: "0412 345 678" })).toBe("+61412345678");
    expect(editedNumber(stored, { country: "AU", phoneNumber: "" })).toBeNull();
  });

  test("CAND-03 CAND-07 last name, phone and location may be blank", () => {
    expect(schema.parse({ ...person, email: " ADA@mail.example " })).toMatchObject({
      lastName: "",
      phoneNumber: "",
      location: "",
      email: "ada@mail.example",
    });
  });
});

describe("phone numbers", () => {
  test("INV-10 are validated for the selected country and stored with plus and country code", () => {
    const australia = phoneCountry("AU") ?? undefined;
    expect(australia).toEqual({ short: "AU", code: "61" });
    expect(phoneNumber("0412 345 678", australia)).toBe("+61412345678");
    expect(phoneNumber("+61 (412) 345-678", australia)).toBe("+61412345678");
    expect(phoneNumber("412345678", australia)).toBe("+61412345678");
    expect(phoneNumber("+44 7400 123456", australia)).toBeNull();
    expect(phoneNumber("12", australia)).toBeNull();
    expect(phoneNumber("call me", australia)).toBeNull();
    expect(phoneCountry("XX")).toBeNull();
    expect(phoneCountry("__proto__")).toBeNull();
  });

  test("CAND-07 a stored number is read for its own country, +1 for the customer's", () => {
    expect(countryOfNumber("+61412345678", "GB")).toBe("AU");
    expect(countryOfNumber("+447400123456", "AU")).toBe("GB");
    expect(countryOfNumber("+12125550123", "US")).toBe("US");
    expect(countryOfNumber("", "AU")).toBe("AU");
    expect(countryOfNumber("12", "AU")).toBe("AU");
  });

  test("CAND-07 without a country a number needs a country code", () => {
    expect(phoneNumber("+44 7400 123456")).toBe("+447400123456");
    expect(phoneNumber("07400 123456")).toBeNull();
    expect(phoneNumber("+٤٤٧٤٠٠١٢٣٤٥٦")).toBe("+447400123456");
  });

  test("the API accepts exactly what the console sends", () => {
    for (const text of ["+61412345678", "+447400123456", "+12125550123"]) {
      expect(apiPhoneNumber(text)).toBe(phoneNumber(text) ?? undefined);
    }
    expect(apiPhoneNumber("0412 345 678")).toBeUndefined();
    expect(apiPhoneNumber("+61412345678; DROP")).toBeUndefined();
  });

  test("INV-04 the countries of all regions can be selected", () => {
    const countries = phoneCountries().split("\n");
    expect(countries.length).toBeGreaterThan(200);
    for (const line of ["AU Australia (+61)", "GB United Kingdom (+44)", "US United States (+1)"])
      expect(countries).toContain(line);
  });

  test("SMS length is counted as carriers count it", () => {
    expect(smsParts("a".repeat(160))).toBe(1);
    expect(smsParts("a".repeat(161))).toBe(2);
    expect(smsParts("€".repeat(80))).toBe(1);
    expect(smsParts("€".repeat(81))).toBe(2);
    expect(smsParts("ж".repeat(70))).toBe(1);
    expect(smsParts("🎄".repeat(36))).toBe(2);
  });
});

describe("CAND-19 CAND-20 matching a text to a place", () => {
  const place = (address: string) => ({
    placeId: address,
    address,
    coordinate: { lat: -33.5, lng: 151.25 },
  });
  const known = [
    place("Sydney, New South Wales, Australia"),
    place("Sydney, Nova Scotia, Canada"),
    place("Perth, Western Australia, Australia"),
  ];
  /** An API that knows only these places. */
  const places = {
    query: (_document: unknown, { searchText }: { searchText: string }) => {
      const found = known.filter(({ address }) => address.toLowerCase().startsWith(searchText.toLowerCase()));
      return Promise.resolve({ CommonSearchPlaces: found });
    },
  } as unknown as CustomerApi;
  const choose = (typed: string, more = {}) =>
    choosePlace(places, {
      typed,
      before: "Oslo, Oslo, Norway",
      chosenPlace: "",
      placesFor: "",
      isScripted: false,
      ...more,
    });

  test("an unchanged place stays, an empty field clears it", async () => {
    expect(await choose("Oslo, Oslo, Norway")).toEqual({ kind: "unchanged" });
    expect(await choose("")).toEqual({ kind: "cleared" });
  });

  test("without scripts a single match is used, several are offered, no match is reported", async () => {
    // Only address and coordinate are stored with candidates.
    const { address, coordinate } = place("Perth, Western Australia, Australia");
    expect(await choose("perth")).toEqual({ kind: "chosen", place: { address, coordinate } });
    expect(await choose("sydney")).toMatchObject({ kind: "several", places: [known[0], known[1]] });
    expect(await choose("sydney, nova scotia, canada")).toMatchObject({ kind: "chosen" });
    expect(await choose("Atlantis")).toEqual({ kind: "none" });
    expect(await choose("S")).toEqual({ kind: "none" });
  });

  test("a choice counts only for the text it was made for", async () => {
    const chosenPlace = placeValue(place("Sydney, Nova Scotia, Canada"));
    expect(await choose("sydney", { chosenPlace, placesFor: "sydney" })).toMatchObject({
      kind: "chosen",
      place: { address: "Sydney, Nova Scotia, Canada", coordinate: { lat: -33.5, lng: 151.25 } },
    });
    expect(await choose("perth", { chosenPlace, placesFor: "sydney" })).toMatchObject({
      kind: "chosen",
      place: { address: known[2]?.address },
    });
    for (const value of ["nonsense", "1,2", "a,b,c", "91e9,0,Sydney"]) {
      expect(await choose("sydney", { chosenPlace: value, placesFor: "sydney" })).toMatchObject({
        kind: "several",
      });
    }
  });

  test("a choice not offered for its text is ignored, and the known place is stored", async () => {
    const { address } = place("Perth, Western Australia, Australia");
    const moved = { address, coordinate: { lat: 1, lng: 2 } };
    const picked = { typed: address, chosenPlace: placeValue(moved), isScripted: true };
    expect(await choose(address, picked)).toEqual({
      kind: "chosen",
      place: { address, coordinate: { lat: -33.5, lng: 151.25 } },
    });
    const made = { chosenPlace: "1,2,Atlantis", placesFor: "Atlantis" };
    expect(await choose("Atlantis", { ...made, isScripted: true })).toEqual({ kind: "notChosen" });
    expect(await choose("Atlantis", made)).toEqual({ kind: "none" });
    expect(await choose("sydney", { chosenPlace: placeValue(moved), placesFor: "sydney" })).toMatchObject({
      kind: "several",
    });
  });

  test("with scripts only a picked place counts", async () => {
    expect(await choose("perth", { isScripted: true })).toEqual({ kind: "notChosen" });
    const chosenPlace = placeValue(place("Perth, Western Australia, Australia"));
    const typed = "Perth, Western Australia, Australia";
    expect(await choose(typed, { isScripted: true, chosenPlace })).toMatchObject({ kind: "chosen" });
  });
});

describe("the invite sent to the provider", () => {
  const ada = { firstName: "Ada", lastName: "Byron", email: "ada@test.example", externalId: "77" };
  const input = {
    scope: { customerId: "c1", organizationId: "o1" },
    vacancy: {
      hierarchyId: "h1",
      title: "Barista",
      description: null,
      externalVacancyId: "VAC-1",
      managers: [
        { ...ada, type: "HIRING_MANAGER" as const },
        { ...ada, email: "bob@test.example", type: "RECRUITER" as const },
      ],
      workflow: { _id: "w1" },
    },
    packageId: "package-1",
    person: { email: "tia@mail.example", firstName: "Tia", lastName: "", phoneNumber: null },
    invitedBy: "rowan@acme.example",
    productName: "Edge",
    formKey: "key-1",
  };

  test("INV-11 INV-12 candidate, sender and stage; ids are new for each form and the same for its retries", () => {
    const sent = invitation(input);
    expect(sent).toMatchObject({
      predictorMasterId: "package-1",
      hierarchyId: "h1",
      organizationId: "o1",
      // SHA-256 of "c1tia@mail.example".
      externalApplicantId: "da543a82472f5996c3859a856e9cd7defdb66cfd36ab7b25882bc055f907f148",
      cohortInfo: {
        customerId: "c1",
        externalId: "VAC-1",
        title: "Barista",
        description: "",
        hiringManagers: [ada],
      },
      atsInfo: { name: "Edge", metadata: { invitedBy: "rowan@acme.example", workflowId: "w1" } },
    });
    expect(invitation(input)).toEqual(sent);
    const other = invitation({ ...input, formKey: "key-2" });
    expect(other.externalApplicantId).toBe(sent.externalApplicantId);
    // The same form, returned with an error and sent again for another person.
    const another = invitation({ ...input, person: { ...input.person, email: "mia@mail.example" } });
    const ids = [sent, other, another].flatMap((one) => [
      one.externalApplicationId,
      one.externalAssessmentId,
    ]);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("INV-08 SHELL-32 title and description are cut at 100 and 700, never through a character", () => {
    const cutOf = (title: string, description: string) =>
      invitation({ ...input, vacancy: { ...input.vacancy, title, description } }).cohortInfo;
    expect(cutOf("t".repeat(101), "d".repeat(701))).toMatchObject({
      title: "t".repeat(100),
      description: "d".repeat(700),
    });
    expect(cutOf("t".repeat(99) + "🚀", "d".repeat(698) + "🚀")).toMatchObject({
      title: "t".repeat(99),
      description: "d".repeat(698) + "🚀",
    });
  });
});
