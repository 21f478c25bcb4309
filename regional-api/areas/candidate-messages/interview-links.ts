import type { Product } from "../../store/tables/hiring";
import type { AwsRegion } from "../../../shared/regions";

const countries: Readonly<Record<AwsRegion, string>> = {
  "ap-southeast-2": "au",
  "eu-west-1": "gb",
  "us-east-1": "us",
};

/**
 * Returns the link to an interview. With the id of an assessment, it is the personal link (APP-32); with the
 * ids of a vacancy and a stage, the public one (VAC-48).
 */
export function interviewLink(awsRegion: AwsRegion, product: Product, ...ids: readonly string[]): string {
  return ["https://interview.edge.example", countries[awsRegion], product.toLowerCase(), ...ids].join("/");
}

/** Returns the link to a candidate's My Insights report. */
export function myInsightsLink(awsRegion: AwsRegion, assessmentId: string): string {
  return `https://insights.edge.example/${countries[awsRegion]}/mi/${assessmentId}`;
}

/** Returns the link to the recruiters' report on an assessment (APP-32). */
export function insightsLink(awsRegion: AwsRegion, product: Product, assessmentId: string): string {
  return `https://insights.edge.example/${countries[awsRegion]}/${product.toLowerCase()}/${assessmentId}`;
}
