/** Packages available to the stages of workflows (WF-23). */
import type { Scope } from "../../core/access";
import { atMost, declareBounds } from "../../core/bounds";
import { builder, rowType } from "../../core/builder";
import { invalid } from "../../core/errors";
import { query } from "../../core/operation";
import { searchTextOf } from "../../core/paging";
import type { Row } from "../../store/tables";
import type { Product } from "../../store/tables/hiring";
import { listAccess } from "./workflows.operations";
import { listPackages } from "./workflows.store";

declareBounds({ lists: { "AppsAssessmentPackageFilter.externalIds": atMost(500, "packages", "Name") } });

type PackageShape = Row<"assessment_packages"> & { organizationId: string };

const AssessmentPackage = rowType<PackageShape>()("AppsAssessmentPackage", {
  _id: "ID",
  externalId: "String",
  name: "String",
  description: "String?",
  product: "String",
  language: "String?",
  provider: "String",
  hierarchyId: "ID",
  customerId: "ID",
  organizationId: "ID",
  createdAt: "DateTime",
  updatedAt: "DateTime",
});

const AssessmentPackageFilter = builder.inputType("AppsAssessmentPackageFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    product: t.string({ description: "The product of the packages. Optional if `externalIds` is given." }),
    externalIds: t.stringList({ description: "Only these packages." }),
    searchText: t.string(),
  }),
});

const isProduct = (text: string | null | undefined): text is Product => text === "FI" || text === "SI";

query("AppsGetAssessmentPackageList", {
  description: "The assessment packages that the stages of a workflow can use.",
  type: [AssessmentPackage],
  args: builder.args((t) => ({ filter: t.field({ type: AssessmentPackageFilter, required: true }) })),
  access: listAccess(({ filter }: { filter: Scope }) => filter),
  resolve: async ({ filter: { product, externalIds, searchText } }, { ctx, customer }) => {
    const isOfAny = product == null && externalIds != null;
    if (!isOfAny && !isProduct(product)) throw invalid("Please select a assessment type");
    const { id: customerId, organizationId } = customer;
    const packages = await listPackages(ctx.db, {
      customerId,
      product: isProduct(product) ? product : undefined,
      externalIds: externalIds ?? undefined,
      searchText: searchTextOf(searchText) ?? "",
    });
    return packages.map((one) => ({ ...one, organizationId }));
  },
});
