/** The HTTP side of the contract as an OpenAPI 3.1 document, made from operations, schemas, errors, limits, clauses and gaps. */
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { info, securitySchemes, servers, tags } from './openapi/info.ts';
import { headers, parameters } from './openapi/parameters.ts';
import { operationList, paths } from './openapi/paths.ts';
import { errorExamples, errorResponses, successResponses } from './openapi/responses.ts';
import { componentSchemas } from './openapi/schemas.ts';
import { jobEnded, webhookItems } from './openapi/webhooks.ts';

export const buildOpenapi = (): OpenAPIObject => ({
  openapi: '3.1.1',
  info,
  servers,
  tags,
  security: [{ apiKey: [] }],
  paths: paths(),
  webhooks: webhookItems(),
  components: {
    securitySchemes,
    schemas: componentSchemas(),
    parameters: parameters(),
    headers: headers(),
    examples: errorExamples(),
    responses: {
      ...successResponses(operationList),
      ...errorResponses(operationList.map(([, operation]) => operation)),
    },
    callbacks: { jobEnded: jobEnded() },
  },
});
