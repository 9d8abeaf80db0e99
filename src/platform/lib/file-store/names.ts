/** The thumbnail lies beside its file. */
export const thumbnailName = (name: string) => `${name}.thumbnail`;

export const namesOf = (name: string) => [name, thumbnailName(name)];
