import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, type DocumentNode, print, validate } from "graphql";
import { expect, test } from "vitest";
import type { Move } from "~/models/list/move.server";
import { CustomerApi } from "~/services/customer-api.server";
import { root } from "../../../scripts/lib/setup.mjs";

// What `moveOf` writes is no text that gql.tada could read.
const models = join(root, "app/models");
const files = readdirSync(models, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".server.ts") && / = moveOf\(/.test(readFileSync(join(models, file), "utf8")),
);

test("every mutation that archives or restores rows is one of the contract, by its arguments and its answer", async () => {
  const schema = buildSchema(readFileSync(join(root, "contract/schema.graphql"), "utf8"));
  const faults: string[] = [];
  let seen = 0;
  for (const file of files) {
    const model = (await import(/* @vite-ignore */ join(models, file))) as Record<string, unknown>;
    const text = readFileSync(join(models, file), "utf8");
    for (const [, name = ""] of text.matchAll(/export const (\w+) = moveOf\(/g)) {
      const mutate = (document: DocumentNode, sent: object) => {
        seen += 1;
        const lacking = [...print(document).matchAll(/\$(\w+): \S+!/g)].filter(
          ([, of = ""]) => !(of in sent),
        );
        const wrong = [
          ...validate(schema, document).map(({ message }) => message),
          ...lacking.map(([of]) => of),
        ];
        faults.push(...wrong.map((fault) => `${file} ${name}: ${fault}`));
        return Promise.resolve({});
      };
      const scope = { organizationId: "o", customerId: "c", hierarchyId: "h" };
      const api = CustomerApi.ofForm(new CustomerApi({ mutate } as never, scope), "key");
      await (model[name] as Move)(api, { ids: ["1"] }).catch(() => {});
    }
  }
  expect(faults).toEqual([]);
  expect(seen).toBe(14);
});
