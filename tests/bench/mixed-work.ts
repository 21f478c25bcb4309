/** What ten people do with the console all day: pages of every area, posts, searches, files and sign-ins. */
import { setTimeout as pause } from "node:timers/promises";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { Random } from "../../regional-api/seed/random";
import { type Answer, ConsoleClient, formWith, hiddenValue, textOf } from "../support/console-client";

export type Done = { kind: string; ms: number; error?: string };

const vacancy = `/vacancies/${demoVacancyId("acmeRetail", 0)}`;
/** The moment that searches of logs stop at: an address without it leads to one with it. */
const now = new Date().toISOString();
const statuses = [
  "APPS_APPLICATION_NEW",
  "APPS_APPLICATION_LONGLISTED",
  "APPS_APPLICATION_SHORTLISTED",
] as const;
const letters = ["an", "smi", "ol", "marie", "team", "nobody"] as const;

const pages = [
  "/vacancies",
  "/vacancies/create",
  "/vacancies/archive",
  `${vacancy}?progressStatus=COMPLETED`,
  vacancy,
  `${vacancy}/edit`,
  "/users",
  "/users/archive",
  "/users/create",
  "/groups",
  "/policies",
  "/customers",
  "/organisations",
  "/departments",
  "/departments/edit",
  "/workflow-sets",
  "/workflow-sets/workflows",
  "/workflow-sets/workflows/create",
  "/settings/overview",
  "/settings/branding",
  "/settings/notification",
  "/settings/sms",
  "/settings/sso",
  "/settings/compliance",
  "/settings/ats-tenants",
  "/di",
  "/bulk-jobs",
  "/account",
] as const;

const logs = [
  "/notifications",
  "/notifications?recipient=an",
  `/notifications?tab=sms&search=1&tz=UTC&until=${now}`,
  `/notifications?tab=sms&search=1&tz=UTC&status=DELIVERED&page=7&until=${now}`,
  `/ats-requests?search=1&atsName=PEOPLE_FLOW&status=FAILED&until=${now}`,
] as const;

const files = ["/users", "/vacancies?q=manager", `/notifications?tab=sms&search=1&tz=UTC&until=${now}`];

/** One person, signed in, with a user, a group and an organisation of their own to edit. */
export class Person {
  private readonly client: ConsoleClient;
  private readonly random: Random;
  private base = "";
  private made = 0;

  constructor(
    origin: string,
    private readonly email: string,
    private readonly name: string,
    private readonly done: (done: Done) => void,
  ) {
    this.client = new ConsoleClient(origin);
    this.random = new Random(name);
  }

  async begin(): Promise<void> {
    this.base = await this.client.signIn(this.email);
  }

  /** Works until it is told that time is over, with a moment's thought between one deed and the next. */
  async work(isOver: () => boolean): Promise<void> {
    const deeds: readonly (readonly [number, () => Promise<unknown>])[] = [
      [40, () => this.open("page", this.random.pick(pages))],
      [12, () => this.open("data", this.random.pick(pages), true)],
      [
        10,
        () =>
          this.open(
            "list, page and search",
            `/users?search=${this.letters()}&page=${this.random.between(1, 3)}`,
          ),
      ],
      [6, () => this.open("list, page and search", `${vacancy}?q=${this.letters()}`)],
      [8, () => this.open("search", `/search?q=${this.letters()}&tab=applications`)],
      [10, () => this.open("log", this.random.pick(logs))],
      [2, () => this.open("file", this.random.pick(files), false, "export=csv")],
      [6, () => this.status()],
      [4, () => this.user()],
      [3, () => this.organisation()],
      [1, () => this.bulk()],
      [2, () => this.signIn()],
    ];
    const total = deeds.reduce((sum, [weight]) => sum + weight, 0);
    while (!isOver()) {
      let chosen = this.random.int(total);
      const [, deed] = deeds.find(([weight]) => (chosen -= weight) < 0) ?? deeds[0] ?? [];
      await deed?.().catch((error: unknown) =>
        this.done({ kind: "broken off", ms: 0, error: String(error) }),
      );
      await pause(this.random.int(60));
    }
  }

  private letters(): string {
    return this.random.pick(letters);
  }

  private tell(kind: string, { ms, status, html }: Answer, expected: number): void {
    const isWrong = status !== expected || html.includes("Unexpected error");
    this.done({ kind, ms, ...(isWrong && { error: `${status} in place of ${expected}` }) });
  }

  private async open(kind: string, path: string, asData = false, query = ""): Promise<Answer> {
    const [at = "", search = ""] = path.split("?");
    const all = [search, query].filter(Boolean).join("&");
    const answer = await this.client.get(`${this.base}${at}${asData ? ".data" : ""}${all && `?${all}`}`);
    this.tell(kind, answer, 200);
    return answer;
  }

  /** Presses a button of a page that was opened before. */
  private async press(
    kind: string,
    path: string,
    page: Answer,
    intent: string,
    changes: Record<string, string> = {},
    expected = 303,
  ): Promise<Answer> {
    const answer = await this.client.post(this.base + path, formWith(page, intent, changes));
    this.tell(kind, answer, expected);
    return answer;
  }

  private async status(): Promise<void> {
    const path = `${vacancy}?progressStatus=COMPLETED&page=${this.random.between(1, 3)}`;
    const page = await this.open("page", path);
    const ids = [...page.html.matchAll(/name="ids"[^>]*value="([0-9a-f]{24})"/g)].map(([, id = ""]) => id);
    if (ids.length === 0) return;
    await this.press("status of a candidate", path, page, "status", {
      ids: this.random.pick(ids),
      newStatus: this.random.pick(statuses),
    });
  }

  /** Makes a user, edits, archives, restores and archives them. */
  private async user(): Promise<void> {
    this.made += 1;
    const email = `${this.name}.${this.made}@endurance.example`;
    const create = "/users/create";
    const form = await this.open("page", create);
    const groupIds =
      /name="groupIds"[^>]*value="([0-9a-f]{24})"|value="([0-9a-f]{24})"[^>]*name="groupIds"/.exec(form.html);
    const typed = { firstName: "Endurance", lastName: this.name, email };
    await this.press("create", create, form, "save", {
      ...typed,
      groupIds: groupIds?.[1] ?? groupIds?.[2] ?? "",
    });
    const found = `/users?search=${encodeURIComponent(email)}`;
    const list = await this.open("list, page and search", found);
    const id = /name="ids"[^>]*value="([0-9a-f]{24})"/.exec(list.html)?.[1];
    if (!id) throw new Error(`${email} is not listed`);
    const edit = `/users/${id}/edit`;
    await this.press("edit", edit, await this.open("page", edit), "save", {
      lastName: `${this.name} edited`,
    });
    await this.press("archive", found, await this.open("list, page and search", found), "archive", {
      ids: id,
    });
    const archive = `/users/archive?search=${encodeURIComponent(email)}`;
    await this.press("restore", archive, await this.open("list, page and search", archive), "restore", {
      ids: id,
    });
    await this.press("archive", found, await this.open("list, page and search", found), "archive", {
      ids: id,
    });
  }

  private async organisation(): Promise<void> {
    this.made += 1;
    const uniqueName = `${this.name}-${this.made}`;
    const create = "/organisations/create";
    await this.press("create", create, await this.open("page", create), "save", {
      uniqueName,
      displayName: `Endurance ${uniqueName}`,
    });
    const found = `/organisations?search=${uniqueName}`;
    const list = await this.open("list, page and search", found);
    const id = /name="ids"[^>]*value="([0-9a-f]{24})"/.exec(list.html)?.[1];
    if (!id) throw new Error(`${uniqueName} is not listed`);
    const asked = await this.press("archive", found, list, "archive", { ids: id }, 428);
    await this.press("archive", found, asked, "archive:confirm", { ids: id });
  }

  /** Plans a status for some hundred candidates and has it done. */
  private async bulk(): Promise<void> {
    const status = this.random.pick(statuses);
    const list = `${vacancy}?progressStatus=DROPPED_OUT&select=all`;
    const page = await this.open("page", list);
    const planned = await this.press("bulk plan", list, page, "status", { newStatus: status });
    const path = (planned.location ?? "").replace(this.base, "");
    if (!path.startsWith("/bulk-jobs/")) return;
    let job = await this.open("bulk job", path);
    for (let tries = 0; !/will be changed|nothing/i.test(textOf(job)) && tries < 50; tries += 1) {
      await pause(200);
      job = await this.open("bulk job", path);
    }
    // A plan without work is let go: 20 of a person may wait to be started.
    const next = /<button[^>]*value="start"/.test(job.html) ? "start" : "cancel";
    await this.press(`bulk ${next}`, path, job, next);
  }

  /** Somebody else signs in, and out. */
  private async signIn(): Promise<void> {
    const other = new ConsoleClient(this.client.origin);
    const from = performance.now();
    const base = await other.signIn("customer.admin@acme.example");
    this.done({ kind: "sign-in", ms: performance.now() - from });
    const page = await other.get(`${base}/account`);
    this.tell("page", page, 200);
    this.tell("sign-out", await other.post("/logout", [["csrf", hiddenValue(page, "csrf")]]), 303);
  }
}
