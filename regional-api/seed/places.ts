/** Locations of candidates and vacancies, by region. */
import type { AwsRegion } from "../../shared/regions";

export interface Place {
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
}

const place = (address: string, lat: number, lng: number): Place => ({ address, lat, lng });

export const places: Readonly<Record<AwsRegion, readonly Place[]>> = {
  "ap-southeast-2": [
    place("Sydney, New South Wales, Australia", -33.86785, 151.20732),
    place("Melbourne, Victoria, Australia", -37.814, 144.96332),
    place("Brisbane, Queensland, Australia", -27.46794, 153.02809),
    place("Perth, Western Australia, Australia", -31.95224, 115.8614),
    place("Adelaide, South Australia, Australia", -34.92866, 138.59863),
    place("Hobart, Tasmania, Australia", -42.87936, 147.32941),
    place("Darwin, Northern Territory, Australia", -12.46113, 130.84185),
    place("Canberra, Australian Capital Territory, Australia", -35.28346, 149.12807),
    place("Auckland, Auckland, New Zealand", -36.84853, 174.76349),
    place("Wellington, Wellington, New Zealand", -41.28664, 174.77557),
  ],
  "eu-west-1": [
    place("London, England, United Kingdom", 51.50853, -0.12574),
    place("Manchester, England, United Kingdom", 53.48095, -2.23743),
    place("Edinburgh, Scotland, United Kingdom", 55.95206, -3.19648),
    place("Dublin, Leinster, Ireland", 53.33306, -6.24889),
    place("Copenhagen, Capital Region, Denmark", 55.67594, 12.56553),
    place("Malmö, Skåne, Sweden", 55.60587, 13.00073),
    place("Tromsø, Troms, Norway", 69.6489, 18.95508),
    place("Köln, Nordrhein-Westfalen, Germany", 50.93333, 6.95),
    place("Łódź, Łódź Voivodeship, Poland", 51.77058, 19.47395),
  ],
  "us-east-1": [
    place("New York, New York, United States", 40.71427, -74.00597),
    place("Boston, Massachusetts, United States", 42.35843, -71.05977),
    place("Atlanta, Georgia, United States", 33.749, -84.38798),
    place("Miami, Florida, United States", 25.77427, -80.19366),
    place("Chicago, Illinois, United States", 41.85003, -87.65005),
    place("San Juan, Puerto Rico, United States", 18.46633, -66.10572),
    place("Montréal, Quebec, Canada", 45.50884, -73.58781),
    place("Coeur d'Alene, Idaho, United States", 47.67768, -116.78047),
  ],
};
