import { describe, expect, it } from "vitest";
import { RadioGroupField, SelectField, SwitchField } from "~/components/form/choice-fields";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { QuestionDialog } from "~/components/form/question-dialog";
import { type FieldWords, FormContextProvider } from "~/components/form/form-context";
import { ErrorSummary, type SummaryError, summaryErrors } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { DateRangeField, PasswordField, TextField } from "~/components/form/text-fields";
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

  it("marks an optional field and says nothing of a good one", async () => {
    const html = await render(<TextField name="note" label="Note" required={false} />);
    expect(text(html)).toBe("Note (optional)");
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain("aria-describedby");
  });

  it("SHELL-33 a password is never given back, and without scripts has no dead button", async () => {
    const html = await render(<PasswordField name="password" label="Password" />);
    expect(tags(html, "input")[0]).not.toContain("value=");
    expect(tags(html, "button")).toEqual([]);
  });

  it("selects natively with an empty first choice", async () => {
    const html = await render(
      <SelectField
        name="region"
        label="Region"
        options={[{ value: "a", label: "Sydney" }]}
        defaultValue="a"
      />,
    );
    expect(html).toContain(
      '<option value="">Please select</option><option value="a" selected="">Sydney</option>',
    );
  });

  it("SSO-37 many of a list are checkboxes of one name", async () => {
    const options = [
      { value: "NEW", label: "New" },
      { value: "HIRED", label: "Hired" },
    ];
    const html = await render(
      <MultiSelectField name="status" label="Status" options={options} defaultValues={["HIRED"]} />,
    );
    const boxes = tags(html, "input");
    expect(boxes).toHaveLength(2);
    expect(boxes.every((box) => box.includes('type="checkbox"') && box.includes('name="status"'))).toBe(true);
    expect(boxes.filter((box) => box.includes("checked"))).toHaveLength(1);
  });

  it("SSO-52 many of a list are known to their form by their labels, as a choice of two people is shown", async () => {
    const words = new Map<string, FieldWords>();
    const options = [{ value: "5f0c", label: "Recruiters" }];
    await render(
      <FormContextProvider value={{ isReadOnly: false, words }}>
        <MultiSelectField name="groupIds" label="Default groups" options={options} />
      </FormContextProvider>,
    );
    expect(words.get("groupIds")?.show?.("5f0c")).toBe("Recruiters");
  });

  it("NOTIF-29 a switch is a checkbox", async () => {
    const [input = ""] = tags(
      await render(<SwitchField name="enabled" label="Enabled" defaultChecked />),
      "input",
    );
    expect(input).toContain('type="checkbox"');
    expect(input).toContain('role="switch"');
    expect(input).toContain("checked");
  });

  it("leads from an error to the first radio", async () => {
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

  it("a day range is two date inputs, each with a name of its own", async () => {
    const html = await render(
      <DateRangeField label="Sent" from={{ name: "from", defaultValue: "2026-11-01" }} to={{ name: "to" }} />,
    );
    const [from = "", to = ""] = tags(html, "input");
    expect(from).toContain('type="date"');
    expect(from).toContain('value="2026-11-01"');
    expect(to).toContain('name="to"');
    expect(text(html)).toBe("Sent From – To");
  });
});

describe("forms that post", () => {
  it("SESS-40 GEN-22 posts with the anti-forgery token and the key of its one effect", async () => {
    const html = await render(
      <PostForm>
        <SubmitButton intent={intent("save")}>Save</SubmitButton>
      </PostForm>,
    );
    expect(tags(html, "form")[0]).toMatch(/method="post".*novalidate/i);
    expect(html).toContain('<input type="hidden" name="csrf" value="form-token"/>');
    expect(html).toContain('<input type="hidden" name="idempotencyKey" value="form-key"/>');
    expect(tags(html, "button")[0]).toMatch(/type="submit".*name="intent" value="save"/);
  });

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

describe("questions before acting", () => {
  it("CUST-37 SHELL-30 is an open dialog with an ordinary form: text, fields, Save and Cancel", async () => {
    const html = await render(
      <QuestionDialog
        question={{
          title: "You cannot edit this customer once you save",
          text: ["Once saved, you cannot change this customer.", "Proceed to save?"],
          confirm: "Save",
          width: 552,
        }}
        intent={intent("confirm")}
        cancel={{ intent: intent("cancel") }}
        fields={{ displayName: "Acme", ids: ["a", "b"] }}
      />,
    );
    expect(tags(html, "dialog")[0]).toMatch(/open="".*style="max-width:34\.5rem"/);
    expect(html).toContain('<input type="hidden" name="displayName" value="Acme"/>');
    expect(tags(html, "input").filter((tag) => tag.includes('name="ids"'))).toHaveLength(2);
    expect(text(html)).toBe(
      "You cannot edit this customer once you save Once saved, you cannot change this customer. Proceed to save? Cancel Save",
    );
    expect(tags(html, "button").map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(["cancel", "confirm"]);
  });

  it("SHELL-67 the focus is on the first field of a dialog, or on its buttons", async () => {
    const ask = (word?: string) =>
      render(
        <QuestionDialog
          question={{ title: "Delete?", text: [], confirm: "Delete", ...(word && { word }) }}
          intent={intent("confirm")}
          cancel={{ href: "/list" }}
          fields={{}}
        />,
      );
    const focused = (html: string) => html.match(/<[^>]* autofocus[^>]*>/gi);
    expect(focused(await ask("DELETE"))).toEqual([expect.stringMatching(/^<input[^>]*name="confirmation"/)]);
    expect(focused(await ask())).toEqual([
      expect.stringMatching(/^<div class="dialog-actions" tabindex="-1"/),
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

  it("SHELL-30 Cancel may be a link", async () => {
    const html = await render(
      <QuestionDialog
        question={{ title: "Archive?", text: [], confirm: "Archive", danger: true }}
        intent={intent("confirm")}
        cancel={{ href: "/list" }}
        fields={{}}
      />,
    );
    expect(html).toMatch(/<a href="\/list"[^>]*data-dialog-cancel=""[^>]*>Cancel<\/a>/);
  });

  it("asks for a typed word and, without scripts, lets the server judge it", async () => {
    const html = await render(
      <QuestionDialog
        question={{ title: "Delete candidate", text: [], confirm: "Delete", word: "DELETE" }}
        intent={intent("confirm")}
        cancel={{ href: "/list" }}
        fields={{}}
      />,
    );
    expect(text(html)).toContain('Type "DELETE" to confirm');
    const [input = ""] = tags(html, "input").filter((tag) => tag.includes('name="confirmation"'));
    expect(input).toContain('type="text"');
    expect(tags(html, "button")[0]).not.toContain("disabled");
  });
});
