/** Whether a `language` hint is a language tag by its form (gap `language-values`); nothing here knows which languages there are. */
export const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};
