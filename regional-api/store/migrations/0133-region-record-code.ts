import type { Migration } from "./migration";

/**
 * The record of changes has a code of its own (PERM-81). Whoever may see a customer's settings may see what was done to
 * them and by whom, until somebody decides otherwise; whoever has that denied stays without.
 */
export const regionRecordCode: Migration = {
  number: 133,
  name: "region-record-code",
  file: "region",
  sql: `
    UPDATE policies SET statements = (
      SELECT json_group_array(json(
        CASE
          WHEN EXISTS (SELECT 1 FROM json_each(s.value, '$.actions') AS a WHERE a.value = 'org:viewSettings')
            THEN json_insert(s.value, '$.actions[#]', 'org:viewRecord')
          ELSE s.value
        END
      ))
      FROM json_each(policies.statements) AS s
    )
    WHERE instr(statements, '"org:viewSettings"') > 0;
  `,
};
