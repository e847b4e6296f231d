interface CategoryAdminProps {
  customerId: number
  readOnly: boolean
}

/** A customer's categories. */
export function CategoryAdmin({ customerId, readOnly }: CategoryAdminProps) {
  return <p>{`The categories of customer ${customerId}${readOnly ? '.' : ', to be edited.'}`}</p>
}
