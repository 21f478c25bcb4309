/** Path of a customer's pages: `/region/{awsRegion}/customers/{customerId}`. */
export function customerPath({ awsRegion, customerId }: { awsRegion: string; customerId: string }): string {
  return `/region/${awsRegion}/customers/${customerId}`;
}
