const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID. For any other value the database raises an error, where a page should show "not
 * found".
 */
export const isUuid = (text: string): boolean => UUID.test(text);
