import type { Migration } from "./migration";

/** What is given, or denied, along with another code. */
const along = (code: string, with_: string) => `
    UPDATE policies SET statements = (
      SELECT json_group_array(json(
        CASE
          WHEN EXISTS (SELECT 1 FROM json_each(s.value, '$.actions') AS a WHERE a.value = '${with_}')
            THEN json_insert(s.value, '$.actions[#]', '${code}')
          ELSE s.value
        END
      ))
      FROM json_each(policies.statements) AS s
    )
    WHERE instr(statements, '"${with_}"') > 0;`;

/**
 * Holds have codes of their own (PERM-83). Whoever may see a customer's settings may see its holds, and whoever may change
 * them may place and release some, until somebody decides otherwise; whoever has those denied stays without.
 */
export const regionHoldCodes: Migration = {
  number: 141,
  name: "region-hold-codes",
  file: "region",
  sql: along("org:viewHold", "org:viewSettings") + along("org:editHold", "org:editSettings"),
};
