import Database from "better-sqlite3";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { type Answer, type Fields, formWith, textOf } from "../support/console-client";
import { broken, denied, retyped } from "../support/fault-proxy";
import { inDoubt, withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

const { stand, person } = useStand();
/** `{base}/vacancies/{vacancyId}` of the busiest vacancy of the demo data. */
let vacancy: string;
beforeAll(async () => {
  const id = demoVacancyId("acmeRetail", 0);
  vacancy = `${person.base}/vacancies/${id}`;
});

const open = (path: string) => person.client.get(path);
/** Follows a redirect like a browser. */
const follow = ({ location }: Answer) => open(location ?? "");

describe("lists that cannot be loaded", () => {
  test("SHELL-65 unknown filter values are left out and named on every list, and bulk actions on the whole list are refused", async () => {
    const unknown = "f".repeat(24);
    const [without, named] = ["Clear these filters", "Left out of the list:"];
    for (const [path, values] of [
      [`${person.base}/vacancies?department=${unknown}&applicants=maybe&sort=title`, `maybe, ${unknown}`],
      [`${person.base}/vacancies/archive?from=2026-02-30&department=${unknown}`, `2026-02-30, ${unknown}`],
      [`${person.base}/users?groupIds=${unknown}`, unknown],
      [`${vacancy}?status=LONGLISTED&result=PERHAPS&sort=name`, "LONGLISTED, PERHAPS"],
      [
        `${person.base}/ats-requests?atsName=PEOPLE_FLOW&status=NOPE&until=${new Date().toISOString()}`,
        "NOPE",
      ],
    ] as const) {
      const [plain = "", query = ""] = path.split("?");
      const rest = [...new URLSearchParams(query)].filter(([, value]) => !values.includes(value));
      const href = rest.length > 0 ? `${plain}?${new URLSearchParams(rest)}` : plain;
      const [page, whole] = [await open(path), await open(href)];
      const text = textOf(page);
      expect(text, path).toContain(`${named} ${values}`);
      expect(page.html.replaceAll("&amp;", "&"), path).toContain(`href="${href}">${without}`);
      expect(textOf(whole), href).not.toContain(named);
      const range = /\d+–\d+ of [\d,]+/;
      expect(range.exec(text)?.[0], path).toBe(range.exec(textOf(whole))?.[0]);
      expect(range.test(text), path).toBe(true);
    }
    expect(textOf(await open(`${person.base}/di?department=${unknown}`))).toContain("Department not found");

    const before = textOf(await open(`${person.base}/bulk-jobs`));
    const refused = "The list cannot filter by these values:";
    for (const [list, intent, fields, values] of [
      [`${person.base}/vacancies?department=${unknown}&select=all`, "archive", {}, unknown],
      [
        `${vacancy}?status=LONGLISTED&select=all`,
        "status",
        { newStatus: "APPS_APPLICATION_HIRED" },
        "LONGLISTED",
      ],
    ] as const) {
      const answer = await person.client.post(list, formWith(await open(list), intent, fields));
      expect(answer.location, list).toBeNull();
      expect(textOf(answer), list).toContain(`${refused} ${values}`);
    }
    expect(textOf(await open(`${person.base}/bulk-jobs`))).toBe(before);
  });

  test("APP-35 candidates are reported as not loaded, while the vacancy and its tabs stay", async () => {
    stand.sydney.fail(broken, { operation: "AppsGetApplicationList" });
    const text = textOf(await open(vacancy));
    expect(text).toContain("Failed to load applications. Please contact support.");
    expect(text).toContain("Vacancy details");
    expect(text).toMatch(/Chat interview [\d,]+ Video interview [\d,]+ All [\d,]+ Not started/);
  });

  test("APP-52 a refusal replaces the table and is shown once", async () => {
    stand.sydney.fail(denied, { operation: "AppsGetApplicationList" });
    const page = await open(vacancy);
    const refusal = "No permission Failed to load applications. Please contact support.";
    expect(textOf(page).split(refusal)).toHaveLength(2);
    expect(page.html).not.toContain("<table");
  });

  test("VAC-27 the departments of a new vacancy are the tree below the root", async () => {
    const from = stand.sydney.callsOf("ORGGetHierarchy").length;
    const page = await open(`${person.base}/vacancies/create`);
    const calls = stand.sydney.callsOf("ORGGetHierarchy").slice(from);
    // The root is read by id only; the tree query returns "Bondi", indented below its region.
    expect(calls.map(({ variables }) => Object.keys(variables.filter ?? {}))).toEqual([["_id"]]);
    expect(page.html).toMatch(/<option value="[0-9a-f]{24}">\u00a0{12}Bondi</);
  });

  test("APP-13 lists the candidates even if the counts cannot be loaded", async () => {
    stand.sydney.fail(broken, { operation: "AppsGetVacancyApplicationStatusCount" });
    const page = await open(vacancy);
    expect(page.html).toContain('name="ids"');
    expect(textOf(page)).toContain("New Longlisted Shortlisted");
    expect(textOf(page)).not.toContain("Counts of the whole vacancy");
  });

  test("APP-49 the state of a report's email is reported as not loaded", async () => {
    const [id] = await ids();
    stand.sydney.fail(broken, { operation: "NotifGetLatestEmailEventByAssessmentId" });
    expect(textOf(await open(`${vacancy}/applications/${id}/email-state`))).toContain(
      "Failed to load the report email state. Please contact support.",
    );
  });
});

describe("GEN-31 the way back from a vacancy", () => {
  const wayBack = ({ html }: Answer) => /<div class="trail\b[^>]*>.*?<a[^>]*href="([^"]*)"/s.exec(html)?.[1];
  const rowsOf = ({ html }: Answer) =>
    [...html.matchAll(/class="row-link" href="([^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );

  test("leads to the archive from an archived one", async () => {
    const list = `${person.base}/vacancies/archive?sort=title`;
    const [first = ""] = rowsOf(await open(list));
    expect(wayBack(await open(first))).toBe(list);
  });

  test("leads to the list with its filters, even if the vacancy is no longer on that page of it", async () => {
    const page = await open(`${vacancy}?list=${encodeURIComponent("q=nothing of the kind")}`);
    expect(wayBack(page)).toBe(`${person.base}/vacancies?q=nothing+of+the+kind`);
    expect(page.html).not.toContain("Previous and next in the list");
  });

  test("VAC-52 leads to the vacancy's requisition, which knows its own position in the list", async () => {
    await withoutFlags(stand, ["oldEdgeFeaturesEnabled"], async ({ client, base }) => {
      const list = `${base}/vacancies?sort=title`;
      for (const href of rowsOf(await client.get(list))) {
        const page = await client.get(href);
        if (page.status === 404) continue;
        expect(textOf(page)).toMatch(/Job requisition JR-\d+ \d+ of [\d,]+/);
        expect(wayBack(page)).toBe(list);
        return;
      }
      throw new Error("No vacancy has a requisition");
    });
  });
});

test("CAND-29 correcting a candidate who has since been de-identified redirects with a message, even if the input is invalid", async () => {
  const list = await open(`${vacancy}?size=100`);
  // Taken from the end; other tests use the first one.
  const ids = idsOf(list).reverse();
  const located = async () => {
    for (const id of ids) {
      const page = await open(`${vacancy}/applications/${id}/edit`);
      if (page.status === 200 && Object.fromEntries(formWith(page, "save")).location) return { id, page };
    }
    throw new Error("No candidate of the vacancy has a location");
  };
  const { id, page } = await located();
  const question = await open(`${vacancy}/applications/${id}/de-identify`);
  const done = await person.client.post(
    `${vacancy}/applications/${id}/de-identify`,
    formWith(question, "confirm", { confirmation: "DEIDENTIFY" }),
  );
  expect(textOf(await follow(done))).toContain("Candidate purged successfully");
  const typed = [...formWith(page, "save", { firstName: "Late" }), ["scripted", "1"]] as const;
  const answer = await person.client.post(`${vacancy}/applications/${id}/edit.data`, typed);
  expect(answer.status).toBe(202);
  expect(textOf(await open(vacancy))).toContain("This candidate was de-identified and cannot be edited.");
});

test("BULK-01 APP-36 a bulk action on a candidate's own page affects only that candidate, even if the whole list is selected", async () => {
  const list = await open(`${vacancy}?progressStatus=NOT_STARTED&select=all`);
  const [id = ""] = idsOf(list);
  const path = `${vacancy}/applications/${id}?progressStatus=NOT_STARTED&select=all`;
  const toStage = /<option value="([^"]+)"[^>]*>Video interview</.exec((await open(path)).html)?.[1] ?? "";
  const operations = {
    status: "AppsUpdateApplicationStatus",
    resend: "AppsResendApplicationAssessmentLink",
    move: "AppsMoveApplication",
  };
  for (const [intent, operation] of Object.entries(operations)) {
    const from = stand.sydney.callsOf(operation).length;
    const button = intent === "status" ? "status:APPS_APPLICATION_LONGLISTED" : intent;
    const { location = "" } = await person.client.post(path, formWith(await open(path), button, { toStage }));
    expect(location, intent).not.toContain("/bulk-jobs/");
    expect(stand.sydney.callsOf(operation), intent).toHaveLength(from + 1);
  }
});

describe("changes that fail", () => {
  test.each([
    ["APP-39", "status", "AppsUpdateApplicationStatus", "Failed to update application status."],
    ["APP-41", "move", "AppsMoveApplication", "Failed to update application stage."],
    ["APP-43", "resend", "AppsResendApplicationAssessmentLink", "Failed to resend invite link."],
  ])("%s %s on a selection shows an error and keeps the list", async (_, intent, operation, words) => {
    stand.sydney.fail(broken, { operation });
    const page = await open(`${vacancy}?progressStatus=NOT_STARTED`);
    const toStage = /<option value="([^"]+)"[^>]*>Video interview</.exec(page.html)?.[1] ?? "";
    const [first = ""] = idsOf(page);
    const answer = await person.client.post(vacancy, [
      ...formWith(page, intent, { newStatus: "APPS_APPLICATION_HIRED", toStage }),
      ["ids", first],
    ]);
    expect(answer.status).toBe(502);
    expect(textOf(answer)).toContain(`${words} Please contact support.`);
    expect(stand.sydney.callsOf(operation)).toHaveLength(1);
    expect(idsOf(answer).length).toBeGreaterThan(0);
  });

  test("APP-48 a report that cannot be sent again", async () => {
    stand.sydney.fail(broken, { operation: "AppsResendApplicationMiReport" });
    const page = await open(`${vacancy}?progressStatus=COMPLETED`);
    const [first = ""] = idsOf(page);
    const candidate = `${vacancy}/applications/${first}`;
    const answer = await person.client.post(candidate, formWith(await open(candidate), `report:${first}`));
    expect(textOf(answer)).toContain("Resend My Insights failed, please try again.");
  });

  test("APP-34 insights that cannot be marked as viewed are not opened, and the error says why", async () => {
    stand.sydney.fail(broken, { operation: "AppsMarkAssessmentViewed" });
    const page = await open(`${vacancy}?progressStatus=COMPLETED&unviewed=1`);
    const [, id = ""] = /value="insights:([0-9a-f]{24})"/.exec(page.html) ?? [];
    const answer = await person.client.post(vacancy, formWith(page, `insights:${id}`));
    expect(textOf(answer)).toContain("Failed to mark the insights as viewed");
  });

  test("INV-13 an invite that fails keeps what was typed", async () => {
    stand.sydney.fail(broken, { operation: "CommonInviteCandidate" });
    const typed = { email: "kept@mail.example", firstName: "Kept", lastName: "Typed" };
    const answer = await invite(typed);
    expect(textOf(answer)).toContain("Failed to invite candidate. Please contact support.");
    expect(Object.fromEntries(formWith(answer, "invite"))).toMatchObject(typed);
  });

  test("INV-12 INV-25 INV-26 GEN-22 resending an invite whose response was lost creates it once", async () => {
    const page = await open(`${vacancy}/invite`);
    const fields = formWith(page, "invite", { email: "once@mail.example", firstName: "Once" });
    stand.sydney.fail({ kind: "swallow" }, { operation: "CommonInviteCandidate", times: 2 });
    expect(textOf(await person.client.post(`${vacancy}/invite`, fields))).toContain(inDoubt);
    const again = await person.client.post(`${vacancy}/invite`, fields);
    const done = await follow(again);
    expect(textOf(done)).toContain("Invite candidate success. The invitation is on its way by email.");
    expect(done.html).toMatch(/href="[^"]*\/applications\/[0-9a-f]{24}[^"]*"[^>]*>Open the candidate/);
    expect(idsOf(await open(`${vacancy}?q=once@mail.example`))).toHaveLength(1);
  });

  test.each([
    ["workflowId", "This workflow has since been archived. Please select another one"],
    ["hierarchyId", "This department has since been removed. Please select another one"],
  ])("GEN-25 a %s that no longer exists is refused before the API is called", async (gone, words) => {
    const path = `${person.base}/vacancies/create`;
    const page = await open(path);
    const [, hierarchyId = ""] = /<option value="([0-9a-f]{24})">[^<]*Bondi</.exec(page.html) ?? [];
    const [, workflowId = ""] = /<option value="([0-9a-f]{24})">Store team/.exec(page.html) ?? [];
    const typed = { title: "Kept", jobFamily: "Sales", hierarchyId, workflowId };
    const fields = formWith(page, "save", typed).map(([name, value]): [string, string] => [
      name,
      name === gone ? "f".repeat(24) : value,
    ]);
    const answer = await person.client.post(path, fields);
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain(words);
    expect(textOf(answer)).not.toContain("You cannot edit this vacancy's workflow once you save");
  });

  test.each([
    ["VAC-42", "Vacancy created failed."],
    ["VAC-42 in doubt", inDoubt],
  ])("%s a vacancy that could not be created keeps its form", async (name, words) => {
    const operation = "AppsCreateVacancy";
    stand.sydney.fail(name.includes("doubt") ? { kind: "swallow" } : broken, { operation });
    const path = `${person.base}/vacancies/create`;
    const page = await open(path);
    const [, hierarchyId = ""] = /<option value="([0-9a-f]{24})">[^<]*Bondi</.exec(page.html) ?? [];
    const [, workflowId = ""] = /<option value="([0-9a-f]{24})">Store team/.exec(page.html) ?? [];
    const typed = { title: "Kept", jobFamily: "Sales", hierarchyId, workflowId };
    const question = await person.client.post(path, formWith(page, "save", typed));
    const answer = await person.client.post(path, formWith(question, "save:confirm"));
    expect(textOf(answer)).toContain(words);
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(typed);
  });

  test.each([
    [
      "INV-13 VAC-56 an invite",
      "invite",
      "invite",
      "CommonInviteCandidate",
      { email: "late@mail.example", firstName: "Late" },
    ],
    ["GEN-25 VAC-57 an edit", "edit", "save", "AppsUpdateVacancyByExternalVacancyId", { title: "Late" }],
  ])(
    "%s whose vacancy has since been archived reports it and keeps the input",
    async (_, at, intent, operation, typed) => {
      const list = await open(`${person.base}/vacancies`);
      const [, row = ""] = list.html.split("<tbody")[1]?.split("<tr") ?? [];
      const vacancy = /href="([^"?]*\/vacancies\/[0-9a-f]{24})/.exec(row)?.[1] ?? "";
      const ids = /name="ids"[^>]*value="([^"]+)"/.exec(row)?.[1] ?? "";
      const page = await open(`${vacancy}/${at}`);
      const archived = await person.client.post(`${person.base}/vacancies`, [
        ...formWith(list, "archive"),
        ["ids", ids],
      ]);
      expect(archived.status).toBe(303);
      const calls = stand.sydney.callsOf(operation).length;

      const answer = await person.client.post(`${vacancy}/${at}`, formWith(page, intent, typed));
      expect(answer.status).toBe(400);
      expect(textOf(answer)).toMatch(/This vacancy is archived.*Restore it first\./);
      expect(Object.fromEntries(formWith(answer, intent))).toMatchObject(typed);
      expect(stand.sydney.callsOf(operation)).toHaveLength(calls);
      // After a reload nothing can be done; the vacancy's page says why.
      const reopened = await open(`${vacancy}/${at}`);
      expect(reopened.status).toBe(303);
      expect(textOf(await follow(reopened))).toMatch(/This vacancy is archived.*Restore it first\./);

      const bin = await open(`${person.base}/vacancies/archive?size=100`);
      const restored = await person.client.post(`${person.base}/vacancies/archive`, [
        ...formWith(bin, "restore"),
        ["ids", ids],
      ]);
      expect(restored.status).toBe(303);
    },
  );

  test("VAC-42 with the list's flag off a new vacancy leads to its own page", async () => {
    await withoutFlags(stand, ["edgeVacancyListEnabled"], async ({ client, base }) => {
      const path = `${base}/vacancies/create`;
      const page = await client.get(path);
      const [, hierarchyId = ""] = /<option value="([0-9a-f]{24})">[^<]*Bondi</.exec(page.html) ?? [];
      const [, workflowId = ""] = /<option value="([0-9a-f]{24})">Store team/.exec(page.html) ?? [];
      const typed = { title: "Without a list", jobFamily: "Sales", hierarchyId, workflowId };
      const question = await client.post(path, formWith(page, "save", typed));
      const { location } = await client.post(path, formWith(question, "save:confirm"));
      const landed = await client.get(location ?? "");
      expect(landed.status).toBe(200);
      expect(textOf(landed)).toContain("Vacancy created.");
      expect(textOf(landed)).toContain("Without a list");
    });
  });

  test("VAC-62 a vacancy without external id is not sent", async () => {
    const page = await open(`${vacancy}/edit`);
    stand.sydney.fail(retyped("externalVacancyId", null), { operation: "AppsGetVacancyById" });
    const answer = await person.client.post(`${vacancy}/edit`, formWith(page, "save", { title: "Kept" }));
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain("ExternalVacancyId does not exist, changes cannot be saved, try again.");
    expect(stand.sydney.callsOf("AppsUpdateVacancyByExternalVacancyId")).toHaveLength(0);
  });

  test.each([
    ["VAC-22", "vacancies", "archive", "AppsArchiveVacanciesByExternalVacancyIds", "archive"],
    ["VAC-22", "vacancies/archive", "restore", "AppsRestoreVacanciesByExternalVacancyIds", "restore"],
  ])("%s %s: %s", async (_, list, intent, operation, verb) => {
    stand.sydney.fail(broken, { operation });
    const page = await open(`${person.base}/${list}`);
    const [, first = ""] = /name="ids"[^>]*value="([^"]+)"/.exec(page.html) ?? [];
    const fields = [...formWith(page, intent), ["ids", first] as const];
    const answer = await person.client.post(`${person.base}/${list}`, fields);
    expect(textOf(answer)).toContain(
      `Something went wrong We couldn't ${verb} some of the vacancy(s). Please try again.`,
    );
  });
});

describe("a candidate", () => {
  const edit = async () => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/edit`;
    const page = await open(path);
    return { path, fields: formWith(page, "save", { firstName: "Changed" }) };
  };

  test("CAND-14 is not changed if the candidate's vacancies cannot be loaded", async () => {
    const { path, fields } = await edit();
    stand.sydney.fail(broken, { operation: "AppsGetVacancyListByCandidateId" });
    const answer = await person.client.post(path, fields);
    expect(textOf(answer)).toContain(
      "Failed to load vacancies. Please contact support. The candidate was not changed, because a change shows in all of their applications.",
    );
    expect(Object.fromEntries(formWith(answer, "save")).firstName).toBe("Changed");
    expect(stand.sydney.callsOf("AppsUpdateApplicationCandidate")).toHaveLength(0);
  });

  test("CAND-02 CAND-07 whose stored number is no longer valid is corrected in another field; the stored name loses direction controls", async () => {
    const [id = ""] = await ids();
    const region = new Database(join(stand.dataDir, "regional-api/ap-southeast-2.sqlite"));
    const store = region.prepare(
      `UPDATE candidates SET firstName = ?, phoneNumber = ?
       WHERE id = (SELECT candidateId FROM applications WHERE id = ?)`,
    );
    store.run("A\u202eda", "+6141234567", id);
    const path = `${vacancy}/applications/${id}/edit`;
    const refused = await person.client.post(
      path,
      formWith(await open(path), "save", { firstName: "\u202eAda", phoneNumber: "+614123456" }),
    );
    expect(textOf(refused)).toContain("Please enter a valid phone number");
    expect((await saveAll(path, await open(path), { lastName: "Byron" })).status).toBe(303);
    const stored = region.prepare(
      `SELECT firstName, lastName, phoneNumber FROM candidates
       WHERE id = (SELECT candidateId FROM applications WHERE id = ?)`,
    );
    expect(stored.get(id)).toEqual({
      firstName: "Ada",
      lastName: "Byron",
      phoneNumber: "+6141234567",
    });
    region.close();
  });

  test("is not overwritten unseen if someone else saved while the form showed errors", async () => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/edit`;
    const mine = await open(path);
    const saved = await saveAll(path, await open(path), { firstName: "Theirs" });
    expect(saved.status).toBe(303);
    const invalid = await person.client.post(path, formWith(mine, "save", { firstName: "" }));
    expect(textOf(invalid)).toContain("Please enter the first name");
    const conflict = await person.client.post(path, formWith(invalid, "save", { firstName: "Mine" }));
    const question = conflict.html.includes('value="save:confirm"')
      ? await person.client.post(path, formWith(conflict, "save:confirm"))
      : conflict;
    expect(textOf(question)).toContain("First name Mine Theirs");
    expect((await person.client.post(path, formWith(question, "save:over"))).status).toBe(303);
  });

  test("CAND-19 if someone else changed the location: the conflict is shown, and their location is kept", async () => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/edit`;
    const places = ["Perth, Western Australia, Australia", "Oslo, Oslo, Norway"] as const;
    expect((await saveAll(path, await open(path), { location: places[0] })).status).toBe(303);
    // With scripts only a place picked from the list counts, so the post says that scripts run.
    const mine = formWith(await open(path), "save", { firstName: "Moved" });
    expect((await saveAll(path, await open(path), { location: places[1] })).status).toBe(303);
    const conflict = await postAll(path, [...mine, ["scripted", "1"]]);
    expect(textOf(conflict)).toContain(`Location ${places.join(" ")}`);
    // Only the other person changed the place, so theirs stays; both changes are saved.
    const both = await person.client.post(path, [...formWith(conflict, "save"), ["scripted", "1"]]);
    const question = both.html.includes('value="save:confirm"')
      ? await person.client.post(path, [...formWith(both, "save:confirm"), ["scripted", "1"]])
      : both;
    expect(question.status).toBe(303);
    expect(Object.fromEntries(formWith(await open(path), "save"))).toMatchObject({
      firstName: "Moved",
      location: places[1],
    });
  });

  test("shows a concurrent save by someone else before replacing it", async () => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/edit`;
    const page = await open(path);
    // Held between the version check and the change, so that the other save comes first.
    let release = () => {};
    const until = () => new Promise<void>((done) => (release = done));
    stand.sydney.fail({ kind: "hold", until }, { operation: "AppsUpdateApplicationCandidate", times: 1 });
    const saving = saveAll(path, page, { firstName: "Slow" });
    await expect.poll(() => stand.sydney.callsOf("AppsUpdateApplicationCandidate").length).toBe(1);
    expect((await saveAll(path, await open(path), { firstName: "Quick" })).status).toBe(303);
    release();
    const conflict = await saving;
    expect(textOf(conflict)).toContain("First name Slow Quick");
  });

  test("CAND-24 deleting a candidate who is already gone shows a message", async () => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/delete`;
    const [mine, other] = [await open(path), await open(path)].map((page) =>
      formWith(page, "confirm", { confirmation: "DELETE" }),
    );
    expect((await person.client.post(path, mine ?? [])).status).toBe(303);
    const late = await person.client.post(path, other ?? []);
    expect(textOf(await follow(late))).toContain("This candidate is no longer here.");
  });

  test.each([
    ["CAND-24", "delete", "DELETE", "AppsDeleteCandidateById", "Failed to delete candidate"],
    ["CAND-26", "de-identify", "DEIDENTIFY", "AppsPurgeApplicationCandidate", "Failed to purge candidate"],
  ])("%s who could not be removed (%s)", async (_, action, confirmation, operation, words) => {
    const [id] = await ids();
    const path = `${vacancy}/applications/${id}/${action}`;
    stand.sydney.fail(broken, { operation });
    const answer = await person.client.post(path, formWith(await open(path), "confirm", { confirmation }));
    expect(textOf(answer)).toContain(words);
    expect(idsOf(await open(`${vacancy}?applicationId=${id}`))).toEqual([id]);
  });
});

/** Saves a form, and confirms if it asks first (CAND-10). */
const saveAll = (path: string, page: Answer, typed: Record<string, string>): Promise<Answer> =>
  postAll(path, formWith(page, "save", typed));

async function postAll(path: string, fields: Fields): Promise<Answer> {
  const answer = await person.client.post(path, fields);
  const hasQuestion = answer.html.includes('value="save:confirm"');
  return hasQuestion ? person.client.post(path, formWith(answer, "save:confirm")) : answer;
}

/** The ids of the applications on a page. */
const idsOf = ({ html }: Answer) =>
  [...html.matchAll(/name="ids"[^>]*value="([0-9a-f]{24})"/g)].map(([, id = ""]) => id);
const ids = async () => idsOf(await open(vacancy));

async function invite(typed: Record<string, string>): Promise<Answer> {
  const page = await open(`${vacancy}/invite`);
  return person.client.post(`${vacancy}/invite`, formWith(page, "invite", typed));
}
