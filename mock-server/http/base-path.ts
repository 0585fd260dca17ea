/** Version segment of every path (versioning.version-in-path). */
export const basePath = '/api/v1';
