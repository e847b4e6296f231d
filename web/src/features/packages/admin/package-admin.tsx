interface PackageAdminProps {
  customerId: number
  readOnly: boolean
}

/** A customer's packages. */
export function PackageAdmin({ customerId, readOnly }: PackageAdminProps) {
  return <p>{`The packages of customer ${customerId}${readOnly ? '.' : ', to be edited.'}`}</p>
}
