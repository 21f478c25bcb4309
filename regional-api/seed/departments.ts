/** The department trees; the root is named after the customer. */
import type { DemoCustomerKey } from "./ids";

export interface DepartmentTree {
  readonly [name: string]: DepartmentTree;
}

const longestWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".padEnd(
  100,
  "x",
);

export const departmentTrees: Readonly<Record<DemoCustomerKey, DepartmentTree>> = {
  acmeRetail: {
    "New South Wales": {
      "Sydney Metro": { Bondi: {}, Parramatta: {}, "O'Connell Street": {}, "Sydney CBD": {} },
      Regional: { Dubbo: {}, "Wagga Wagga": {}, Newcastle: {} },
    },
    Victoria: {
      "Melbourne Metro": { Chadstone: {}, "St Kilda": {}, "Box Hill": {} },
      Geelong: { Waurn: {}, Torquay: {} },
    },
    Queensland: { Brisbane: { Carindale: {}, Chermside: {} }, "Far North": { Cairns: {}, Kuranda: {} } },
    "Support office": {
      "People & Culture": { Payroll: {}, "Talent acquisition": {} },
      Technology: { Data: {}, "E-commerce": {} },
      Innovation: { "Store of the future": {} },
    },
  },
  acmeLogistics: {
    Warehousing: {
      "Eastern Creek": { "Day shift": {}, "Night shift": {} },
      Truganina: { Inbound: {}, Outbound: {} },
    },
    Transport: { Linehaul: { Drivers: {} }, "Last mile": { Couriers: {} } },
  },
  initech: {
    Engineering: { Platform: { "Site reliability": {}, Security: {} }, Product: { Web: {}, Mobile: {} } },
    Sales: { "UK & Ireland": { Dublin: {}, London: {} }, DACH: { Köln: {}, Zürich: {} } },
    "TPS Reports": { "Cover sheets": { Archive: {} } },
  },
  globexCorporation: {
    Energy: { Generation: { Reactor: {}, "Cooling tower": {} }, Safety: { "Sector 7-G": {} } },
    Healthcare: { Nursing: { "Night nurses": {} }, Carers: { "Home care": {}, Disability: {} } },
    'Corporate, Legal & "Other"': { "Human Resources": { Recruiting: {} } },
  },
  globexNordic: {
    Danmark: { København: { Nørreport: {}, Østerbro: {} }, Århus: { Åboulevarden: {} } },
    Norge: { Tromsø: { Flyplass: {} } },
    "Suomi / Sverige": { Malmö: { Centralstation: {} } },
  },
  cornerCases: {
    "=Data": { "E-commerce <web>": { 'Corporate, Legal & "Other"': {} } },
    [longestWord]: { "🛒 Innovation lab": {} },
    "Box Hill (墨爾本)": { "فرع سيدني": {}, "Sydney CBD – Level 2 & 3": {} },
    "'); DROP TABLE hierarchies;--": {},
  },
};
