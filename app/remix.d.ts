import "@remix-run/server-runtime";

// Turns on the types of single fetch: loaders and actions answer what they return, not its JSON.
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
