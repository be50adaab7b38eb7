const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of anything else the database would answer with an error where a page should say "not found". */
export const isUuid = (text: string): boolean => UUID.test(text);
