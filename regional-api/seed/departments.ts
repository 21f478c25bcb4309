/** The department trees: four levels, the customer's name being the root. */
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
      "Sydney Metro": { Bondi: {}, Parramatta: {}, "O'Connell Street": {}, "Sydney CBD – Level 2 & 3": {} },
      Regional: { Dubbo: {}, "Wagga Wagga": {}, Newcastle: {} },
    },
    Victoria: {
      "Melbourne Metro": { Chadstone: {}, "St Kilda": {}, "Box Hill (墨爾本)": {} },
      Geelong: { Waurn: {}, Torquay: {} },
    },
    Queensland: { Brisbane: { Carindale: {}, Chermside: {} }, "Far North": { Cairns: {}, Kuranda: {} } },
    "Support office": {
      "People & Culture": { Payroll: {}, "Talent acquisition": {} },
      Technology: { "=Data": {}, "E-commerce <web>": {} },
      [longestWord]: { "🛒 Innovation lab": {} },
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
};
