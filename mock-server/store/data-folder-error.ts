/** Why a data folder cannot be used, for whoever named it. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}
