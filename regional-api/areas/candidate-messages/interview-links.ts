import type { Product } from "../../store/tables/hiring";
import type { AwsRegion } from "../../../shared/regions";

const countries: Readonly<Record<AwsRegion, string>> = {
  "ap-southeast-2": "au",
  "eu-west-1": "gb",
  "us-east-1": "us",
};

/**
 * Where candidates do an assessment: with an assessment's id the one of a person (APP-32), with a vacancy's and a
 * stage's the one for whoever comes (VAC-48).
 */
export function interviewLink(awsRegion: AwsRegion, product: Product, ...ids: readonly string[]): string {
  return ["https://interview.edge.example", countries[awsRegion], product.toLowerCase(), ...ids].join("/");
}

/** Where a candidate reads their My Insights report. */
export function myInsightsLink(awsRegion: AwsRegion, assessmentId: string): string {
  return `https://insights.edge.example/${countries[awsRegion]}/mi/${assessmentId}`;
}

/** Where recruiters read what an assessment said of a candidate (APP-32). */
export function insightsLink(awsRegion: AwsRegion, product: Product, assessmentId: string): string {
  return `https://insights.edge.example/${countries[awsRegion]}/${product.toLowerCase()}/${assessmentId}`;
}
