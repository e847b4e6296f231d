/** The pages of a tenant that the landing page leads to. Without a script, the fragment asks for registration. */
export function tenantPaths(url: string): { landing: string; login: string; register: string } {
  const landing = `/${encodeURIComponent(url)}`
  return { landing, login: `${landing}/login`, register: `${landing}/login#register` }
}
