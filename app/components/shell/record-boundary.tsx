import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";
import type { RecordMissing, RecordName } from "~/services/screens.server";
import { ScreenErrorView } from "./screen-error";

type MissingProps = { base: string; listHref: string | null };

/**
 * Error boundary for pages about one record: a missing record shows the area's own screen. Other errors show their
 * usual screens.
 */
export const recordBoundary = (record: RecordName, Missing: ComponentType<MissingProps>) =>
  function RecordBoundary() {
    const error = useRouteError();
    const { awsRegion, customerId } = useParams();
    const found = isRouteErrorResponse(error) ? (error.data as Partial<RecordMissing> | null) : null;
    if (found?.screen !== `${record}-not-found`) return <ScreenErrorView />;
    return (
      <Missing base={`/region/${awsRegion}/customers/${customerId}`} listHref={found.listHref ?? null} />
    );
  };
