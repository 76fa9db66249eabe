import type { Documents } from '../public-routes.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** Generates the API documents of a server lazily and keeps them: they depend on code and settings only. */
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
