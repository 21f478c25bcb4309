import { Button } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { Card, CodeBlock, DataList, Disclosure, Section } from "~/components/ui/layout";
import { BackLink } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { longText, Specimen } from "./specimen";

const facts = [
  { label: "Name", value: "Acme Retail" },
  { label: "Created", value: <Time at="2026-03-02T09:30:00.000Z" /> },
  { label: "Description", value: longText },
  { label: "Nothing", value: "" },
];

/** What parts of a page are laid out with. */
export function KitLayouts() {
  return (
    <>
      <Specimen name="back link">
        <BackLink to="#kit" label="Customers" />
      </Specimen>
      <Specimen name="card">
        <Card title="A card" actions={<Button size="small">Edit</Button>}>
          <DataList items={facts} />
        </Card>
      </Specimen>
      <Specimen name="card without title">
        <Card>Text in a card.</Card>
      </Specimen>
      <Specimen name="section">
        <Section title="A section" description="What this part is about.">
          <p>{longText}</p>
        </Section>
      </Specimen>
      <Specimen name="disclosure">
        <Disclosure summary="Closed" aside="3 entries">
          Hidden
        </Disclosure>
        <Disclosure summary="Open" open>
          What was hidden
        </Disclosure>
      </Specimen>
      <Specimen name="copy field">
        <CopyField label="Entity ID" value="https://console.example/saml/acme-retail" />
      </Specimen>
      <Specimen name="code block">
        <CodeBlock label="An answer">{JSON.stringify({ name: "Acme Retail", longText }, null, 2)}</CodeBlock>
      </Specimen>
    </>
  );
}
