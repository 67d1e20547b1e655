/** The images that the model services take. */
export const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The one kind of document that both take. */
export const pdfType = "application/pdf";
