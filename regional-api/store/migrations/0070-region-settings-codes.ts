import type { Migration } from "./migration";

/**
 * Settings have codes of their own (PERM-65). Until now whoever could edit users changed them: whoever has that granted
 * keeps it, whoever has it denied stays without.
 */
export const regionSettingsCodes: Migration = {
  number: 70,
  name: "region-settings-codes",
  file: "region",
  sql: `
    UPDATE policies SET statements = (
      SELECT json_group_array(json(
        CASE
          WHEN NOT EXISTS (SELECT 1 FROM json_each(s.value, '$.actions') AS a WHERE a.value = 'org:editUser')
            THEN s.value
          WHEN s.value ->> '$.effect' = 'Deny'
            THEN json_insert(s.value, '$.actions[#]', 'org:editSettings')
          ELSE json_insert(s.value, '$.actions[#]', 'org:viewSettings', '$.actions[#]', 'org:editSettings')
        END
      ))
      FROM json_each(policies.statements) AS s
    )
    WHERE instr(statements, '"org:editUser"') > 0;
  `,
};
