/** Maximum hiring managers, and recruiters, per vacancy (VAC-32). */
export const peopleLimit = 100;

/** Predefined job families, in order; others may be typed (VAC-28, VAC-29). */
export const jobFamilies = [
  "Administration",
  "Blue Collar",
  "Business Support",
  "Cabin Crew",
  "Cabin Crew Long Haul",
  "Cabin Crew Short Haul",
  "Carer",
  "Carer Aged Care",
  "Carer Disability",
  "Customer Service",
  "Driver",
  "Engineering",
  "Finance",
  "Graduate",
  "Healthcare",
  "Hospitality",
  "Internship",
  "Management",
  "Retail",
  "Retail Department Store",
  "Retail Supermarket",
  "Retail Team Leader",
  "Sales",
  "Technology",
  "White Collar",
] as const;
