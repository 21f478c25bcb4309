import "@remix-run/server-runtime";

// Enables single fetch's types: loaders and actions have the type they return, not its JSON.
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
