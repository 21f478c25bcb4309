import { describe, expect, it } from "vitest";
import { PasswordField, RadioGroupField } from "~/components/form/entry-fields";
import { ConflictPanel } from "~/components/form/conflict-panel";
import { fingerprintsOf, mergeChanges } from "~/components/form/merge";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { QuestionDialog } from "~/components/form/question-dialog";
import { type FieldTexts, FormContextProvider } from "~/components/form/form-context";
import {
  ErrorSummary,
  numberedRows,
  type SummaryError,
  summaryErrors,
} from "~/components/form/error-summary";
import { TextField } from "~/components/form/text-fields";
import { Dialog } from "~/components/ui/dialog";
import { intent, render, tags, text } from "./render";

describe("fields", () => {
  it("SHELL-33 ties label, hint and error to the input", async () => {
    const html = await render(
      <TextField
        name="email"
        label="Email"
        hint="Work address"
        errors={["Please enter a valid email"]}
        required
      />,
    );
    expect(html).toContain('<label for="email">Email</label>');
    const [input = ""] = tags(html, "input");
    expect(input).toContain('id="email"');
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain('aria-describedby="email-hint email-error"');
    expect(input).toContain("required");
    expect(html).toContain('id="email-hint"');
    expect(html).toMatch(/id="email-error".*Please enter a valid email/);
  });

  it("marks an optional field and shows nothing for a valid one", async () => {
    const html = await render(<TextField name="note" label="Note" required={false} />);
    expect(text(html)).toBe("Note (optional)");
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain("aria-describedby");
  });

  it("SHELL-33 a password is never sent back, and without scripts has no dead button", async () => {
    const html = await render(<PasswordField name="password" label="Password" />);
    expect(tags(html, "input")[0]).not.toContain("value=");
    expect(tags(html, "button")).toEqual([]);
  });

  it("SSO-52 a multi-select's form knows its labels, to show the choices of two people", async () => {
    const words = new Map<string, FieldTexts>();
    const options = [{ value: "5f0c", label: "Recruiters" }];
    await render(
      <FormContextProvider value={{ isReadOnly: false, words }}>
        <MultiSelectField name="groupIds" label="Default groups" options={options} />
      </FormContextProvider>,
    );
    expect(words.get("groupIds")?.show?.("5f0c")).toBe("Recruiters");
  });

  it("links from an error to the first radio", async () => {
    const html = await render(
      <RadioGroupField
        name="mode"
        label="Mode"
        errors={["Please choose"]}
        options={[
          { value: "a", label: "A" },
          { value: "b", label: "B" },
        ]}
      />,
    );
    expect(tags(html, "input")[0]).toContain('id="mode"');
    expect(tags(html, "fieldset")[0]).toContain('aria-invalid="true"');
  });
});

describe("forms that post", () => {
  it("SHELL-33 the summary links to the fields and takes the focus of a page without scripts", async () => {
    const errors = summaryErrors({
      id: "f",
      allErrors: { email: ["Please enter your email"], "": ["Try again"] },
    });
    const html = await render(<ErrorSummary errors={errors} />);
    expect(html).toContain('<a href="#f-email">Please enter your email</a>');
    expect(html).toContain("<li>Try again</li>");
    expect(html).toContain('role="alert"');
    expect(tags(html, "div")[0]).toMatch(/tabindex="-1" autofocus/i);
  });
});

describe("forms with rows", () => {
  it("WF-63 the summary names each row in order, in whatever order the errors were found", () => {
    const rowName = numberedRows({
      stages: (number) => `Stage ${number}`,
      rules: (number) => `Rule ${number}`,
    });
    const found = [
      ...["stages[1].name", "name", "stages[10].name", "stages[2].name", "stages[0].rules[1].status"],
      ...["stages[0].rules[0].status", "stages[0].product", "stages"],
    ];
    const errors = summaryErrors(
      { id: "f", allErrors: Object.fromEntries(found.map((name) => [name, ["Wrong"]])) },
      rowName,
    );
    expect(errors.map(({ message, href }) => `${href} ${message}`)).toEqual([
      "#f-stages Wrong",
      "#f-stages[0].rules[0].status Stage 1, Rule 1: Wrong",
      "#f-stages[0].rules[1].status Stage 1, Rule 2: Wrong",
      "#f-stages[0].product Stage 1: Wrong",
      "#f-stages[1].name Stage 2: Wrong",
      "#f-stages[2].name Stage 3: Wrong",
      "#f-stages[10].name Stage 11: Wrong",
      "#f-name Wrong",
    ]);
  });
});

describe("confirmations", () => {
  it("SHELL-67 the focus is on the first field of a dialog, or on its buttons", async () => {
    const renderQuestion = (word?: string) =>
      render(
        <QuestionDialog
          question={{ title: "Delete?", text: [], confirm: "Delete", ...(word && { word }) }}
          intent={intent("confirm")}
          cancel={{ href: "/list" }}
          fields={{}}
        />,
      );
    const focused = (html: string) => html.match(/<[^>]* autofocus[^>]*>/gi);
    expect(focused(await renderQuestion("DELETE"))).toEqual([
      expect.stringMatching(/^<input[^>]*name="confirmation"/),
    ]);
    expect(focused(await renderQuestion())).toEqual([
      expect.stringMatching(/^<div class="dialog-actions[^"]*" tabindex="-1"/),
    ]);
    const two = (
      <>
        <TextField name="a" label="A" />
        <TextField name="b" label="B" />
      </>
    );
    expect(focused(await render(<Dialog title="Two">{two}</Dialog>))).toEqual([
      expect.stringMatching(/^<input[^>]*name="a"/),
    ]);
    expect(focused(await render(two))).toBeNull();
    const failed = (errors: SummaryError[]) => (
      <Dialog title="Two">
        <ErrorSummary errors={errors} />
        {two}
      </Dialog>
    );
    expect(focused(await render(failed([{ message: "Enter A", href: "#a" }])))).toEqual([
      expect.stringMatching(/^<div class="error-summary"/),
    ]);
    expect(focused(await render(failed([])))).toEqual([expect.stringMatching(/^<input[^>]*name="a"/)]);
  });
});

describe("GEN-41 GEN-42 a concurrent save", () => {
  const opened = { name: "Name", note: "Note" };
  const shown = async (isOwn: boolean, typed: typeof opened, stored: typeof opened) =>
    text(
      await render(
        <ConflictPanel
          conflict={{ changedBy: "Ann", changedAt: null, version: 2, isOwn }}
          merge={mergeChanges(fingerprintsOf(opened), typed, stored)}
          words={new Map(Object.keys(opened).map((name) => [name, { label: name }]))}
          intent={intent("save")}
        />,
      ),
    );
  const others = /\b(Ann|they|them|theirs|someone)\b/i;

  it.each([
    ["the same field", { ...opened, name: "Mine" }, { ...opened, name: "Other" }],
    ["different fields", { ...opened, name: "Mine" }, { ...opened, note: "Other" }],
    ["nothing here", opened, { ...opened, note: "Other" }],
  ])("one's own save in another tab is shown without another person: %s", async (_, typed, stored) => {
    const own = await shown(true, typed, stored);
    expect(own).toContain("You changed this in another tab or browser since you opened it here");
    expect(own).not.toMatch(others);
    expect(await shown(false, typed, stored)).toMatch(others);
  });
});
