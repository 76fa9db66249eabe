import type { Documents } from '../public-routes.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** The texts of a server. They change only with the code and its settings. */
export const createDocuments = (openApi: () => OpenApiDocument, asyncApi: () => unknown): Documents => ({
  openApi: once(() => JSON.stringify(openApi())),
  asyncApi: once(() => JSON.stringify(asyncApi())),
  reference: once(() => referencePage(openApi())),
});

function once(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
